import type { Connection } from '../../model/state/connection.js';

/** The version by which a conversation was checked: "ACP v1", "ACP v2 (v2b: background in frame 7)". */
export function protocolText({ negotiated, version, dialect }: Connection): string {
  if (!negotiated) return `no version negotiated, checked as ACP v${version}`;
  if (version === 1) return 'ACP v1';
  if (dialect === undefined) return 'ACP v2 (draft unclear: only what both drafts forbid is an error)';
  const where = dialect.seq < 0 ? '' : ` in frame ${dialect.seq}`;
  return `ACP v2 (${dialect.name}: ${dialect.sign}${where})`;
}

/** Why a check is incomplete. @param holdsItsEnd whether the recording holds the end of the conversation */
export function checkNotes({ fromStart, gap }: Connection, holdsItsEnd: boolean): string[] {
  return [
    ...(fromStart ? [] : ['it begins later than the connection: rules that need history report only infos']),
    ...(gap === undefined
      ? []
      : [`it has a gap (event ${gap.seq}): after it, rules that need history report only infos`]),
    ...(holdsItsEnd ? [] : ['it does not hold the end of the conversation: rules about the end were skipped']),
  ];
}
