import { describe, expect, test } from 'vitest';
import { JOURNAL_FORMAT, parseJournalHeader, parseJson } from '../../src/wire/journal-header.js';
import { fromLatin1, utf8 } from '../support/values/bytes.js';

const HEADER = {
  format: JOURNAL_FORMAT,
  id: '01hxe7n3f9abcdef',
  database: '/home/user/turntable.db',
  owner: { pid: 1, namespace: '', startedAt: '', boot: '' },
  argv: ['agent', '--acp'],
  cwd: '/home/user',
  wallUs: 1_700_000_000_000_000,
};

describe('parseJournalHeader', () => {
  test('reads what the tap wrote, optional members included', () => {
    const header = { ...HEADER, name: 'n', fixture: '/f.acp', pace: 'instant' };
    expect(parseJournalHeader(utf8(JSON.stringify(header)))).toEqual(header);
    expect(parseJournalHeader(utf8(JSON.stringify(HEADER)))).toEqual(HEADER);
  });

  test.each([
    ['no JSON', '{"format":1'],
    ['no object', '[1]'],
    ['no format', JSON.stringify({ ...HEADER, format: '2' })],
    ['a format that never was', JSON.stringify({ ...HEADER, format: 0 })],
    ['no id', JSON.stringify({ ...HEADER, id: undefined })],
    ['no database', JSON.stringify({ ...HEADER, database: null })],
    ['no owner', JSON.stringify({ ...HEADER, owner: 'me' })],
    ['no time', JSON.stringify({ ...HEADER, wallUs: '1' })],
  ])('makes nothing of %s', (_, text) => {
    expect(parseJournalHeader(utf8(text))).toBeUndefined();
  });
});

test('a header of a later format is known as such, whatever else it holds', () => {
  expect(parseJournalHeader(utf8(JSON.stringify({ format: JOURNAL_FORMAT + 1 })))).toBe('newer');
});

test('parseJson is undefined for what is no JSON, whatever it is', () => {
  expect(parseJson(utf8('{"a":[1]}'))).toEqual({ a: [1] });
  expect(['', '{', '\xff\xfe', 'a'].map((text) => parseJson(fromLatin1(text)))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
