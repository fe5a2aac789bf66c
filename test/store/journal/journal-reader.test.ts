import { appendFileSync, copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { JournalReader } from '../../../src/store/journal/journal-reader.js';
import { concat, latin1 } from '../../support/values/bytes.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import {
  appendRecords,
  HEADER,
  journalBytes,
  recordBytes,
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

function texts(reader: JournalReader, at: number): string[] {
  return reader.read(at).records.map(({ record: { kind, payload } }) => `${kind} ${latin1(payload)}`);
}

describe('JournalReader', () => {
  test('reads the header, and the records with where they begin', () => {
    const path = journalPath();
    writeJournal(path, [
      ['client', 1, 'a'],
      ['agent', 2, 'bc'],
    ]);
    const reader = open(path);
    expect(reader.header).toEqual(HEADER);
    const { records, next, tail } = reader.read(reader.firstAt);
    expect(records.map(({ at }) => at)).toEqual([reader.firstAt, reader.firstAt + 21]);
    expect({ next, tail }).toEqual({ next: reader.sizeBytes(), tail: 'clean' });
    expect(reader.read(next)).toEqual({ records: [], next, tail: 'clean' });
  });

  test('follows a journal that grows, and takes a record only when it is whole', () => {
    const path = journalPath();
    writeJournal(path, []);
    const reader = open(path);
    const bytes = recordBytes(['client', 1, 'abc']);
    for (const size of [1, 19, 20, 22]) {
      writeFileSync(path, concat([journalBytes([]), bytes.subarray(0, size)]));
      expect(reader.read(reader.firstAt)).toEqual({ records: [], next: reader.firstAt, tail: 'cut' });
    }
    writeFileSync(path, concat([journalBytes([]), bytes]));
    expect(texts(reader, reader.firstAt)).toEqual(['client abc']);
  });

  test('stops before what is no record', () => {
    const path = journalPath();
    writeJournal(path, [['client', 1, 'a']]);
    appendFileSync(path, 'garbage of any length');
    appendRecords(path, [['client', 2, 'b']]);
    const reader = open(path);
    expect(texts(reader, reader.firstAt)).toEqual(['client a']);
    expect(reader.read(reader.firstAt)).toMatchObject({ next: reader.firstAt + 21, tail: 'torn' });
  });

  test('reads a journal larger than one read in several, each record once and whole', () => {
    const path = journalPath();
    const records = Array.from({ length: 40 }, (_, i): TestRecord => ['agent', i, String(i % 10).repeat(60_000 + i)]);
    writeJournal(path, [...records, ['client', 1, 'x'.repeat(2_500_000)], ['client', 2, 'end']]);
    const reader = open(path);
    const read: string[] = [];
    let at = reader.firstAt;
    for (let more = true; more;) {
      const { records: some, next } = reader.read(at);
      read.push(...some.map(({ record: { payload } }) => `${payload.length} ${String.fromCharCode(payload[0] ?? 0)}`));
      more = some.length > 0;
      at = next;
    }
    expect(read).toEqual([...records.map((_, i) => `${60_000 + i} ${i % 10}`), '2500000 x', '3 e']);
  });

  test('goes on in the copy that a tap puts in the place of a journal that was taken away', () => {
    const path = journalPath();
    writeJournal(path, [['client', 1, 'a']]);
    const reader = open(path);
    const { next } = reader.read(reader.firstAt);
    expect(reader.isInPlace()).toBe(true);
    copyFileSync(path, `${path}.copy`);
    rmSync(path);
    expect(reader.isInPlace()).toBe(false);
    expect(texts(reader, next)).toEqual([]);
    copyFileSync(`${path}.copy`, path);
    appendRecords(path, [['client', 2, 'b']]);
    expect(texts(reader, next)).toEqual(['client b']);
    expect(reader.isInPlace()).toBe(true);
  });

  test.each([
    ['is not there', undefined],
    ['is empty', ''],
    ['is none', 'text '.repeat(20)],
    ['has a header that is cut', latin1(journalBytes([]).subarray(0, -1))],
    ['has a header of a later format', latin1(journalBytes([], { format: 2 }))],
    ['begins with something else', latin1(recordBytes(['client', 1, JSON.stringify(HEADER)]))],
  ])('says so of a journal that %s', (_, text) => {
    const path = journalPath();
    if (text !== undefined) writeFileSync(path, text, 'latin1');
    expect(() => new JournalReader(path)).toThrow(
      expect.objectContaining({ code: 'JOURNAL_UNREADABLE', message: expect.stringContaining(path) as string }),
    );
  });
});
