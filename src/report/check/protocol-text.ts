import type { Connection } from '../../model/state/connection.js';

/** Under which rules a conversation was checked: "ACP v1", "ACP v2 (v2b: background in frame 7)". */
export function protocolText({ negotiated, version, dialect }: Connection): string {
  if (!negotiated) return `no version agreed on, checked as ACP v${version}`;
  if (version === 1) return 'ACP v1';
  if (dialect === undefined) return 'ACP v2 (draft not clear: only what all have in common is an error)';
  const where = dialect.seq < 0 ? '' : ` in frame ${dialect.seq}`;
  return `ACP v2 (${dialect.name}: ${dialect.sign}${where})`;
}

/** What keeps a check from being whole. @param holdsItsEnd whether the recording holds the end of the conversation */
export function checkNotes({ fromStart, gap }: Connection, holdsItsEnd: boolean): string[] {
  return [
    ...(fromStart ? [] : ['it does not begin where the connection began: rules that need history are infos only']),
    ...(gap === undefined ? [] : [`it has a gap (event ${gap.seq}): rules that need history are infos after it`]),
    ...(holdsItsEnd ? [] : ['it does not hold the end of the conversation: rules about the end were not asked']),
  ];
}
