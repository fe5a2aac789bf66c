import type { RecordedFrame } from '../../replay/script/recorded.js';

/** A line of a script: a frame, or consecutive chunks of one text of the agent. */
export type ScriptRow = readonly [RecordedFrame, ...RecordedFrame[]];

/** The frames of client and agent in a fixture, in recorded order, without stderr. */
export function scriptRows(frames: readonly RecordedFrame[]): ScriptRow[] {
  const rows: [RecordedFrame, ...RecordedFrame[]][] = [];
  for (const frame of frames) {
    if (frame.sender === 'stderr') continue;
    const row = rows.at(-1);
    if (row !== undefined && areOneText(row[0], frame)) row.push(frame);
    else rows.push([frame]);
  }
  return rows;
}

function areOneText(one: RecordedFrame, other: RecordedFrame): boolean {
  if (one.sender !== 'agent' || other.sender !== 'agent') return false;
  const [said, ...more] = one.said;
  const [next, ...others] = other.said;
  if (said === undefined || next === undefined || more.length > 0 || others.length > 0) return false;
  const isChunk = said.updateKind?.endsWith('_chunk') === true;
  return isChunk && said.updateKind === next.updateKind && said.sessionId === next.sessionId;
}
