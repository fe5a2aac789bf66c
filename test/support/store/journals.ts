import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { Arbitrary } from 'fast-check';
import type { Database } from '../../../src/store/schema/sqlite.js';
import { Ingester } from '../../../src/store/journal/ingester.js';
import type { IngestStep } from '../../../src/store/journal/ingest-step.js';
import { ownIdentity, statFields, type Liveness } from '../../../src/store/journal/process-identity.js';
import { EVENT_NAMES, STREAMS, type Stream } from '../../../src/wire/frame.js';
import {
  JOURNAL_FORMAT,
  parseJson,
  type JournalHeader,
  type ProcessIdentity,
} from '../../../src/wire/journal-header.js';
import {
  isRecord,
  markOf,
  MarkedRecords,
  RECORD_HEADER_BYTES,
  RecordHeaderWriter,
  type RecordKind,
} from '../../../src/wire/journal-record.js';
import { isJsonObject } from '../../../src/wire/json-text.js';
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

/** Another process that lives as long as we do: the one that started us. */
export function neighbour(): ProcessIdentity {
  return { ...ownIdentity(), pid: process.ppid, startedAt: statFields(String(process.ppid))[19] ?? '' };
}

export const MARK = markOf(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8));

/** The records of the journals here. */
export const RECORDS = new MarkedRecords(MARK, crc32);

/** Makes records as the tap does, one after another. */
export class RecordMaker {
  readonly #header = new Uint8Array(RECORD_HEADER_BYTES);
  readonly #writer = new RecordHeaderWriter(this.#header, MARK, crc32);
  #number = 0;
  readonly #forwarded: Record<Stream, number> = { client: 0, agent: 0, stderr: 0 };

  /** Goes on behind the records that `bytes` hold. */
  constructor(bytes: Uint8Array = new Uint8Array(0)) {
    for (let at = 0; at < bytes.length;) {
      const record = RECORDS.read(bytes, at);
      if (!isRecord(record)) throw new Error(`no record at ${at}`);
      this.#count(record.kind, record.payload);
      at += record.sizeBytes;
    }
  }

  /** How many bytes of each stream were forwarded so far, recorded or not. */
  get forwarded(): Readonly<Record<Stream, number>> {
    return { ...this.#forwarded };
  }

  make([kind, atNs, payload]: TestRecord): Uint8Array {
    const bytes = payloadBytes(payload);
    const offset = isStream(kind) ? this.#forwarded[kind] : 0;
    this.#writer.write({ kind, number: this.#number, atNs, offset }, bytes);
    this.#count(kind, bytes);
    return concat([this.#header, bytes]);
  }

  #count(kind: RecordKind, payload: Uint8Array): void {
    this.#number += 1;
    if (isStream(kind)) this.#add(kind, payload.length);
    const lost = kind === 'gap' ? parseJson(payload) : undefined;
    if (isJsonObject(lost)) for (const stream of STREAMS) this.#add(stream, Number(lost[stream] ?? 0));
  }

  #add(stream: Stream, bytes: number): void {
    this.#forwarded[stream] += bytes;
  }
}

function isStream(kind: RecordKind): kind is Stream {
  return STREAMS.some((stream) => stream === kind);
}

function payloadBytes(payload: TestRecord[2]): Uint8Array {
  if (payload instanceof Uint8Array) return payload;
  return utf8(typeof payload === 'string' ? payload : JSON.stringify(payload));
}

/** The header and each of the records. */
export function journalPieces(records: readonly TestRecord[], header: Partial<JournalHeader> = {}): Uint8Array[] {
  const maker = new RecordMaker();
  return [maker.make(['header', 0, { ...HEADER, ...header }]), ...records.map((record) => maker.make(record))];
}

export function journalBytes(records: readonly TestRecord[], header: Partial<JournalHeader> = {}): Uint8Array {
  return concat(journalPieces(records, header));
}

export function writeJournal(path: string, records: readonly TestRecord[], header: Partial<JournalHeader> = {}): void {
  writeFileSync(path, journalBytes(records, header));
}

export function appendRecords(path: string, records: readonly TestRecord[]): void {
  const maker = new RecordMaker(readFileSync(path));
  appendFileSync(path, concat(records.map((record) => maker.make(record))));
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

/** Whether a record says that something was not recorded. */
export function hasGap([kind, , payload]: TestRecord): boolean {
  return kind === 'gap' || (kind === 'event' && (payload as { readonly name?: string }).name === 'gap');
}
