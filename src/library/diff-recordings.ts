import type { CompareOptions, DifferenceKind } from '../compare/difference.js';

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
export interface RecordingsDifference {
  readonly kind: DifferenceKind;
  /** One sentence. */
  readonly summary: string;
  /** The numbers of its session, in the order in which sessions appear. */
  readonly session: { readonly a: number | null; readonly b: number | null } | null;
  /** The numbers of its turn in that session. */
  readonly turn: { readonly a: number | null; readonly b: number | null } | null;
  /** In the history of a restored session, or outside of turns. */
  readonly part: 'history' | 'outside' | null;
  /** Null where only the other conversation has it. */
  readonly a: DifferingPart | null;
  readonly b: DifferingPart | null;
  /** What of it differs; empty where one side lacks it, or has it elsewhere. */
  readonly changes: readonly RecordingsChange[];
}

/** Where something stands in its conversation. */
export interface DifferingPart {
  /** Its first and its last frame. */
  readonly seq: number;
  readonly endSeq: number;
  readonly label: string;
}

/** One value that differs. */
export interface RecordingsChange {
  /** A JSON pointer below the thing. */
  readonly path: string;
  /** Left out where there is nothing; ids, times and folders are written as `<...>`. */
  readonly a?: unknown;
  readonly b?: unknown;
  /** Of texts: what is the same and what is not. */
  readonly pieces?: readonly { readonly text: string; readonly in: 'a' | 'b' | 'both' }[] | undefined;
}

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
