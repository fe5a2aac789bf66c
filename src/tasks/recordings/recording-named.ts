import { existsSync } from 'node:fs';
import type { Database } from '../../store/schema/sqlite.js';
import { TurntableError } from '../../errors.js';
import { findRecording, type Recording } from '../../store/query/recordings.js';

/**
 * The named recording; undefined for a file: a word that looks like a path, or is a path but not the name of a recording.
 *
 * @param database opens the database; called only if the word may name a recording
 * @throws {TurntableError} what {@link findRecording} throws
 */
export function recordingNamed(named: string, database: () => Database): Recording | undefined {
  if (isPath(named)) return undefined;
  try {
    return findRecording(database(), named);
  } catch (thrown) {
    if (!(thrown instanceof TurntableError)) throw thrown;
    if (existsSync(named)) return undefined;
    if (thrown.code !== 'RECORDING_NOT_FOUND') throw thrown;
    const { code, hint, cause } = thrown;
    throw new TurntableError(code, `no recording or file named ${JSON.stringify(named)}`, {
      ...(hint !== undefined && { hint }),
      cause,
    });
  }
}

/** Whether a word names a file; `-` is standard input. */
function isPath(named: string): boolean {
  return (
    named === '-' ||
    /\.(acp|jsonl|ndjson|json|jsons|damaged)$/.test(named) ||
    (named.includes('/') && existsSync(named))
  );
}
