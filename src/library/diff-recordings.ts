import type { CompareOptions, DifferenceKind } from '../compare/difference.js';
import type { DiffJson } from '../report/diff/diff-json-schema.js';

/** What is compared: the options of `turntable diff` (docs/comparing.md). */
export interface DiffRecordingsOptions extends CompareOptions {
  /** Compare `_meta` too. */
  readonly meta?: boolean;
  /** Only this turn: its number in its session, in both or in each. */
  readonly turn?: number | readonly [a: number, b: number];
  /** Only this session: its number or its id, in both or in each. */
  readonly session?: string | readonly [a: string, b: string];
}

/** Where two conversations differ by meaning: what `turntable diff --json` prints. */
export interface RecordingsDiff {
  readonly equal: boolean;
  /** In the order of the conversations: each is one precise thing. */
  readonly differences: readonly RecordingsDifference[];
  /** By kind; kinds without any are left out. */
  readonly counts: Readonly<Partial<Record<DifferenceKind, number>>>;
  /** What was left out of the comparison. */
  readonly notCompared: readonly DifferenceKind[];
}

/** One thing that is not the same in both conversations. */
export type RecordingsDifference = Readonly<DiffJson['differences'][number]>;

/**
 * Compares two conversations by meaning: exchange by exchange, turn by turn, tool call by tool call; never by ids, times or folders.
 *
 * @example
 * const { differences } = await diffRecordings('fixtures/old.acp', 'fixtures/new.acp', { ignore: ['usage'] });
 * assert.deepEqual(differences.map(({ summary }) => summary), []);
 *
 * @param a the path of a fixture (`.acp`) or a JSONL capture, or what such a file holds
 * @throws {TurntableError} `USAGE`, `FILE_UNREADABLE`, `FIXTURE_INVALID`, `CAPTURE_INVALID`, with file and line
 */
export async function diffRecordings(
  a: string | Uint8Array,
  b: string | Uint8Array,
  options: DiffRecordingsOptions = {},
): Promise<RecordingsDiff> {
  const { diffOf } = await import('./recordings-diff.js');
  return diffOf(a, b, options);
}
