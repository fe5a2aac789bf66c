import type { DiffRecordingsOptions, RecordingsDiff } from './types.js';

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
