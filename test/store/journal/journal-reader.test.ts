import { execFileSync } from 'node:child_process';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { JournalCursor } from '../../../src/store/journal/journal-cursor.js';
import { JournalReader } from '../../../src/store/journal/journal-reader.js';
import { idTimeMs } from '../../../src/store/journal/recording-id.js';
import { MarkedRecords, RECORD_HEADER_BYTES, RecordHeaderWriter } from '../../../src/wire/journal-record.js';
import { oldJournalBytes, oldRecordBytes } from '../../support/store/old-journals.js';
import { concat, latin1, utf8 } from '../../support/values/bytes.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import { fc } from '../../support/values/property.js';
import {
  appendRecords,
  HEADER,
  journalBytes,
  journalPieces,
  MARK,
  RECORDS,
  writeJournal,
  type TestRecord,
} from '../../support/store/journals.js';

function open(path: string): JournalReader {
  const reader = new JournalReader(path);
  onTestFinished(() => {
    reader.close();
  });
  return reader;
}

function journalPath(): string {
  return join(temporaryFolder(), 'journal');
}

function texts(records: JournalCursor): string[] {
  const all: string[] = [];
  for (let placed = records.next(); placed !== undefined; placed = records.next()) {
    all.push(`${placed.record.kind} ${latin1(placed.record.payload)}`);
  }
  return all;
}

/** What is read of a journal that holds `bytes`. */
function read(bytes: Uint8Array): string[] {
  const path = journalPath();
  writeFileSync(path, bytes);
  return texts(open(path).records());
}

const SAID: TestRecord[] = Array.from({ length: 6 }, (_, i) => ['agent', i, `${i} said ${'.'.repeat(i * 20)}\n`]);
const TEXTS = SAID.map(([kind, , payload]) => `${kind} ${payload as string}`);

describe('JournalReader', () => {
  test('reads the header, and the records with where they begin', () => {
    const path = journalPath();
    writeJournal(path, [
      ['client', 1, 'a'],
      ['agent', 2, 'bc'],
    ]);
    const reader = open(path);
    expect(reader.header).toEqual(HEADER);
    const records = reader.records();
    expect([records.next()?.at, records.next()?.at]).toEqual([reader.firstAt, reader.firstAt + 49]);
    expect([records.next(), records.at, records.isCut]).toEqual([undefined, reader.sizeBytes(), true]);
  });

  test('follows a journal that grows, and takes a record only when it is whole', () => {
    const path = journalPath();
    const [header = new Uint8Array(0), bytes = header] = journalPieces([['client', 1, 'abc']]);
    writeFileSync(path, header);
    const records = open(path).records();
    for (const size of [1, 8, 19, 47, 48, 50]) {
      writeFileSync(path, concat([header, bytes.subarray(0, size)]));
      expect([records.next(), records.isCut]).toEqual([undefined, true]);
    }
    writeFileSync(path, concat([header, bytes]));
    expect(texts(records)).toEqual(['client abc']);
  });

  test('reads a journal larger than one read in several, each record once and whole', () => {
    const path = journalPath();
    const records = Array.from({ length: 40 }, (_, i): TestRecord => ['agent', i, String(i % 10).repeat(60_000 + i)]);
    writeJournal(path, [...records, ['client', 1, 'x'.repeat(2_500_000)], ['client', 2, 'end']]);
    const seen = texts(open(path).records()).map((text) => `${text.length} ${text.slice(0, 8)}`);
    expect(seen).toEqual([
      ...records.map((_, i) => `${60_006 + i} agent ${String(i % 10).repeat(2)}`),
      '2500007 client x',
      '10 client e',
    ]);
  });

  test('goes on in the copy that a tap puts in the place of a journal that was taken away', () => {
    const path = journalPath();
    writeJournal(path, [['client', 1, 'a']]);
    const reader = open(path);
    const records = reader.records();
    records.next();
    expect(reader.isInPlace()).toBe(true);
    copyFileSync(path, `${path}.copy`);
    rmSync(path);
    expect(reader.isInPlace()).toBe(false);
    expect(texts(records)).toEqual([]);
    copyFileSync(`${path}.copy`, path);
    appendRecords(path, [['client', 2, 'b']]);
    expect(texts(records)).toEqual(['client b']);
    expect(reader.isInPlace()).toBe(true);
  });

  test('does not wait for a pipe in the place of a journal that was taken away', () => {
    const path = journalPath();
    writeJournal(path, [['client', 1, 'a']]);
    const records = open(path).records();
    records.next();
    rmSync(path);
    execFileSync('mkfifo', [path]);
    expect(() => texts(records)).toThrow(`the journal ${path} cannot be read: it is no file`);
  });

  test.each([
    ['is not there', undefined],
    ['is empty', ''],
    ['is none', 'text '.repeat(20)],
    ['has a header that is cut', latin1(journalBytes([]).subarray(0, -1))],
    ['has a header of a later format', latin1(journalBytes([], { format: 3 }))],
    ['is an old one that begins with something else', latin1(oldRecordBytes(['client', 1, JSON.stringify(HEADER)]))],
  ])('says so of a journal that %s', (_, text) => {
    const path = journalPath();
    if (text !== undefined) writeFileSync(path, text, 'latin1');
    expect(() => new JournalReader(path)).toThrow(
      expect.objectContaining({ code: 'JOURNAL_UNREADABLE', message: expect.stringContaining(path) as string }),
    );
  });
});

describe('a journal that grows while it is read', () => {
  test('is read record by record, however much comes between two looks', () => {
    const records = Array.from({ length: 12 }, (_, i): TestRecord => ['agent', i, `${i} `.repeat(i * 3)]);
    const all = journalBytes(records);
    const [header = all] = journalPieces([]);
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 200 }), { minLength: 1 }), (steps) => {
        let [size, calls] = [header.length, 0];
        const cursor = new JournalCursor({
          format: RECORDS,
          firstAt: header.length,
          bytesAt: (at, limit) => {
            const bytes = all.slice(at, Math.min(size, at + limit));
            calls += 1;
            size = Math.min(all.length, size + (steps[calls % steps.length] ?? 0) + 1);
            return bytes;
          },
          sizeBytes: () => size,
        });
        const numbers: (number | undefined)[] = [];
        for (let looks = 0; looks <= all.length; looks += 1) {
          const placed = cursor.next();
          if (placed !== undefined) numbers.push(placed.record.number);
        }
        expect(numbers).toEqual(records.map((_, i) => i + 1));
      }),
    );
  });
});

describe('a damaged journal', () => {
  const pieces = journalPieces(SAID);

  test('is read on behind what is no record', () => {
    const garbage = utf8('garbage of any length');
    expect(read(concat([...pieces.slice(0, 3), garbage, ...pieces.slice(3)]))).toEqual(TEXTS);
  });

  test('loses the records that are damaged, and no others, whichever they are', () => {
    for (const [i, piece] of pieces.entries()) {
      for (const place of [0, 9, 12, 20, 45, piece.length - 1]) {
        const damaged = piece.slice();
        damaged[place] = (damaged[place] ?? 0) ^ 0x10;
        const left = TEXTS.filter((_, n) => n + 1 !== i);
        expect(read(concat([...pieces.slice(0, i), damaged, ...pieces.slice(i + 1)])), `${i}, byte ${place}`).toEqual(
          left,
        );
      }
    }
  });

  test('whose header is lost is named by its file', () => {
    const path = join(temporaryFolder(), '01hxe7n3f0000001');
    writeFileSync(path, concat([new Uint8Array(4096), ...pieces.slice(2)]));
    const { header, records } = ((reader) => ({ header: reader.header, records: reader.records() }))(open(path));
    expect(header).toMatchObject({ id: '01hxe7n3f0000001', wallUs: idTimeMs('01hxe7n3f') * 1000, argv: [] });
    expect(texts(records)).toEqual(TEXTS.slice(1));
  });

  test('gives a record that stands there twice once, and one that stands too late where it stands', () => {
    const [header, a, b, c, d, ...rest] = pieces;
    const order = [header, a, c, b, c, a, d, ...rest].flatMap((piece) => piece ?? []);
    expect(read(concat(order))).toEqual([0, 2, 1, 3, 4, 5].map((n) => TEXTS[n]));
  });

  test('takes nothing in a payload for a record, not even what was a record of another journal', () => {
    const other = new Uint8Array(8).fill(0xff);
    const bytes = new Uint8Array(RECORD_HEADER_BYTES);
    new RecordHeaderWriter(bytes, other, crc32).write(
      { kind: 'agent', number: 3, atNs: 0, offset: 0 },
      bytes.subarray(0, 0),
    );
    const [header, ...forged] = journalPieces([
      ['agent', 1, concat([bytes, bytes])],
      ['agent', 2, 'after'],
    ]);
    const [first = new Uint8Array(0), after = first] = forged;
    const torn = first.slice();
    torn[12] = 0xee;
    expect(read(concat([header ?? torn, torn, after]))).toEqual(['agent after']);
  });

  test('is read in linear time, however often what looks like a record is none', () => {
    // headers that are right, one after another, each of a payload that is not: all of the rest
    const count = 40_000;
    const bytes = new Uint8Array(count * RECORD_HEADER_BYTES);
    const writer = new RecordHeaderWriter(bytes, MARK, crc32);
    const payload = new Uint8Array(bytes.length - RECORD_HEADER_BYTES);
    let checked = 0;
    const records = new MarkedRecords(MARK, (part) => {
      checked += part.length;
      return crc32(part);
    });
    writer.write({ kind: 'agent', number: 1, atNs: 0, offset: 0 }, payload);
    for (let n = 1; n < count; n += 1) bytes.copyWithin(n * RECORD_HEADER_BYTES, 0, RECORD_HEADER_BYTES);
    const all = concat([bytes, new Uint8Array(bytes.length)]);
    const cursor = new JournalCursor({
      format: records,
      firstAt: 0,
      bytesAt: (at, limit) => all.subarray(at, at + limit),
      sizeBytes: () => all.length,
    });
    for (let looks = 0; looks < 100; looks += 1) expect(cursor.next()).toBeUndefined();
    expect(checked).toBeLessThan(250 * all.length);
  });
});

describe('a journal of format 1', () => {
  test('is read as it was', () => {
    expect(read(oldJournalBytes(SAID))).toEqual(TEXTS);
  });

  test('is read up to the first damage: nothing behind it can be told from a forgery', () => {
    const bytes = oldJournalBytes(SAID);
    const second = bytes.length - SAID.slice(1).reduce((sum, record) => sum + oldRecordBytes(record).length, 0);
    bytes[second + 21] = 0;
    expect(read(bytes)).toEqual(TEXTS.slice(0, 1));
  });
});
