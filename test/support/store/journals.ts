import { appendFileSync, writeFileSync } from 'node:fs';
import type { Arbitrary } from 'fast-check';
import type { Database } from '../../../src/store/schema/sqlite.js';
import { Ingester, type IngestStep } from '../../../src/store/journal/ingester.js';
import { ownIdentity, type Liveness } from '../../../src/store/journal/process-identity.js';
import { EVENT_NAMES, STREAMS } from '../../../src/wire/frame.js';
import { JOURNAL_FORMAT, type JournalHeader } from '../../../src/wire/journal-header.js';
import { RECORD_HEADER_BYTES, writeRecordHeader, type RecordKind } from '../../../src/wire/journal-record.js';
import { concat, utf8 } from '../values/bytes.js';
import { fc } from '../values/property.js';

/** Payloads are bytes as they are, text as UTF-8, all else as JSON. */
export type TestRecord = readonly [kind: RecordKind, atNs: number, payload: Uint8Array | string | object];

export const END: TestRecord = ['end', 9e9, ''];

export const HEADER: JournalHeader = {
  format: JOURNAL_FORMAT,
  id: '01hxe7n3f0000000',
  database: '/nowhere/turntable.db',
  owner: ownIdentity(),
  argv: ['agent', '--acp'],
  cwd: '/home/user',
  wallUs: 1_700_000_000_000_000,
};

/** A process that is no more, told from this one by when it started. */
export const DEAD = { ...ownIdentity(), startedAt: '1' };

/** One record as the tap writes it. */
export function recordBytes([kind, atNs, payload]: TestRecord): Uint8Array {
  const bytes = payloadBytes(payload);
  const header = new Uint8Array(RECORD_HEADER_BYTES);
  writeRecordHeader(new DataView(header.buffer), kind, atNs, bytes);
  return concat([header, bytes]);
}

function payloadBytes(payload: TestRecord[2]): Uint8Array {
  if (payload instanceof Uint8Array) return payload;
  return utf8(typeof payload === 'string' ? payload : JSON.stringify(payload));
}

export function journalBytes(records: readonly TestRecord[], header: Partial<JournalHeader> = {}): Uint8Array {
  return concat([recordBytes(['header', 0, { ...HEADER, ...header }]), ...records.map(recordBytes)]);
}

export function writeJournal(path: string, records: readonly TestRecord[], header: Partial<JournalHeader> = {}): void {
  writeFileSync(path, journalBytes(records, header));
}

export function appendRecords(path: string, records: readonly TestRecord[]): void {
  appendFileSync(path, concat(records.map(recordBytes)));
}

/** Ingests what a journal holds at present, as one process; `liveness` is what it finds out about the tap. */
export function ingest(db: Database, path: string, liveness: Liveness = 'alive'): IngestStep {
  const ingester = new Ingester(db, path, { livenessOf: () => liveness });
  try {
    for (;;) {
      const step = ingester.step();
      if (step !== 'more') return step;
    }
  } finally {
    ingester.close();
  }
}

const atNs = fc.nat({ max: 1e12 });
const chunk: Arbitrary<TestRecord> = fc.tuple(
  fc.constantFrom(...STREAMS),
  atNs,
  fc.oneof(
    fc.constantFrom('\n', 'a', '{"id":1,"method":"m"}\n', '{"id":1,', '"result":0}\n', 'x\ny', '\n\nz', ''),
    fc.uint8Array({ maxLength: 5 }),
  ),
);
const event: Arbitrary<TestRecord> = fc
  .tuple(fc.constantFrom(...EVENT_NAMES), fc.constantFrom({}, { code: '3' }, { signal: 'SIGTERM' }), atNs)
  .map(([name, fields, at]) => ['event', at, { name, fields }]);
const other: Arbitrary<TestRecord> = fc.oneof(
  fc.nat({ max: 99 }).map((client): TestRecord => ['gap', 1, { client, agent: 2, stderr: 0 }]),
  fc.nat({ max: 99 }).map((at): TestRecord => ['anchor', at, { wallUs: 1e15 + at }]),
);

/** What a tap may write: lines of three streams that begin and end in each other's midst, events, gaps, anchors. */
export const tapRecords: Arbitrary<TestRecord[]> = fc.array(
  fc.oneof({ weight: 8, arbitrary: chunk }, { weight: 2, arbitrary: event }, { weight: 1, arbitrary: other }),
  { maxLength: 14 },
);
