import type { Database } from '../../../src/store/schema/sqlite.js';
import { ImportWriter } from '../../../src/store/journal/import-writer.js';
import { HEADER, ingest, writeJournal, type TestRecord } from './journals.js';

export interface TestRecording {
  readonly id?: string;
  readonly name?: string;
  readonly startedUs?: number;
  /** Of what the agent says, newline included. */
  readonly bytes?: number;
  readonly live?: boolean;
}

/** Records what an agent said in one line, through a journal at `path`; ids differ by `n`. */
export function record(db: Database, path: string, n: number, recording: TestRecording = {}): void {
  const {
    id = `01hxe7n3f${String(n).padStart(7, '0')}`,
    name,
    startedUs = HEADER.wallUs + n,
    bytes = 10,
    live = false,
  } = recording;
  const said: TestRecord = ['agent', 1, `${'x'.repeat(bytes - 1)}\n`];
  const header = { id, wallUs: startedUs, ...(name !== undefined && { name }) };
  writeJournal(path, live ? [said] : [said, ['end', 2, '']], header);
  ingest(db, path);
}

/** An import without a line; returns its number. */
export function emptyImport(db: Database, name: string | undefined, nowMs: number): number {
  const writer = new ImportWriter(db, { name, headers: undefined, nowMs });
  writer.end();
  return writer.number;
}
