import { readFile } from '../tasks/conversations/conversations.js';
import { compareNamed, onlyOne, OutlineTaker, partOf, type NamedOutline } from '../tasks/comparing/outline-taker.js';
import { diffJson } from '../report/diff/diff-json.js';
import type { DiffRecordingsOptions, RecordingsDiff } from './types.js';

/** What `diff --json` says of two files. */
export function diffOf(
  a: string | Uint8Array,
  b: string | Uint8Array,
  { turn, session, ...options }: DiffRecordingsOptions,
): RecordingsDiff {
  const [turnA, turnB] = bothOf(turn);
  const [sessionA, sessionB] = bothOf(session);
  const one = partOf(outlineOf(a, 'a', options), { session: sessionA, turn: turnA });
  const other = partOf(outlineOf(b, 'b', options), { session: sessionB, turn: turnB });
  const { equal, differences, counts, notCompared } = diffJson(compareNamed(one, other, options));
  return { equal, differences, counts, notCompared };
}

/** @param name of what is in memory */
function outlineOf(source: string | Uint8Array, name: string, options: DiffRecordingsOptions): NamedOutline {
  const [file, bytes] = typeof source === 'string' ? [source, undefined] : [name, source];
  return onlyOne(file, [...readFile(file, (subject) => new OutlineTaker(subject, options), { bytes })]);
}

function bothOf<Value extends string | number>(
  value: Value | readonly [a: Value, b: Value] | undefined,
): [a: string | undefined, b: string | undefined] {
  if (value === undefined) return [undefined, undefined];
  const [a, b] = typeof value === 'object' ? value : [value, value];
  return [String(a), String(b)];
}
