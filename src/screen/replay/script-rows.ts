import type { RecordedFrame } from '../../replay/script/recorded.js';

/** A line of a script: a frame, or pieces of one text that the agent says one after the other. */
export type ScriptRow = readonly [RecordedFrame, ...RecordedFrame[]];

/** What client and agent say in a fixture, in recorded order; what stderr says is none of it. */
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
