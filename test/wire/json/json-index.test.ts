import { describe, expect, test } from 'vitest';
import { JsonIndex } from '../../../src/wire/json/json-index.js';
import { DEEPEST } from '../../../src/wire/json/json-reader.js';
import type { JsonValue } from '../../../src/wire/json-text.js';
import { fc } from '../../support/values/property.js';
import { latin1, utf8 } from '../../support/values/bytes.js';

function indexed(text: string | Uint8Array, budget = 1_000_000_000): JsonIndex {
  const index = new JsonIndex(typeof text === 'string' ? utf8(text) : text);
  while (!index.step(budget));
  return index;
}

/** All lines as text, indented; values as they stand. */
function printed(index: JsonIndex, text: string): string[] {
  return Array.from({ length: index.lineCount }, (_, number) => {
    const { depth, from, keyTo, valueFrom, valueTo, hasComma } = index.line(number);
    const key = keyTo === undefined ? '' : `${text.slice(from, keyTo)}: `;
    const value = text.slice(valueFrom, valueTo).replaceAll(/^([[{])\s*(?=[\]}]$)/g, '$1');
    return `${'  '.repeat(depth)}${key}${value}${hasComma ? ',' : ''}`;
  });
}

/** JSON as values are seldom written: white space anywhere, one name twice. */
const anyJson = fc.json({ maxDepth: 6, noUnicodeString: true });
const anySpaced = fc.tuple(anyJson, fc.constantFrom('', ' ', '\t\r\n ')).map(([text, space]) => {
  const value = JSON.parse(text) as JsonValue;
  return space === '' ? text : `${space}${JSON.stringify(value, undefined, 3)}${space}`;
});

describe('the lines of JSON', () => {
  test('are those of a printer', () => {
    fc.assert(
      fc.property(anySpaced, fc.integer({ min: 1, max: 40 }), (text, budget) => {
        const index = indexed(text, budget);
        expect(index.fault).toBeUndefined();
        const ascii = latin1(utf8(text));
        const expected = JSON.stringify(JSON.parse(ascii), undefined, 2).split('\n');
        const lines = printed(index, ascii);
        expect(lines.map(meant)).toEqual(expected.map(meant));
      }),
    );
  });

  test('keep what stands on the wire: names that come twice, their order, and every digit', () => {
    const text = '{"b":1.0,"a":12345678901234567890,"b":"\\u0061"}';
    expect(printed(indexed(text), text)).toEqual([
      '{',
      '  "b": 1.0,',
      '  "a": 12345678901234567890,',
      '  "b": "\\u0061"',
      '}',
    ]);
  });

  test.each([
    ['{"a":1', 'it ends too early', ['{', '  "a": 1', '  ']],
    ['{"a":tru}', 'no value', ['{', '  "a":tru}']],
    ['{"a":"b', 'a string does not end', ['{', '  "a":"b']],
    ['{"a" 1}', 'a colon is missing', ['{', '  "a" 1}']],
    ['[1 2]', 'a comma is missing', ['[', '  1', '  2]']],
    ['[1,]', 'nothing follows a comma', ['[', '  1,', '  ]']],
    ['{a:1}', 'a name is missing', ['{', '  a:1}']],
    ['{} {}', 'more follows', ['{}', '{}']],
    ['hello', 'no value', ['hello']],
    ['[1}', 'a comma is missing', ['[', '  1', '  }']],
    ['01', 'no value', ['01']],
  ])('go as far as %s is JSON, and say why no further: %s', (text, fault, lines) => {
    for (const budget of [1, 2, 1000]) {
      const index = indexed(text, budget);
      expect(index.fault).toBe(fault);
      expect(printed(index, text)).toEqual(lines);
    }
  });

  test('of nothing are none', () => {
    expect(indexed('').lineCount).toBe(0);
    expect(indexed(' \t').lineCount).toBe(0);
  });

  test('begin behind a byte-order mark', () => {
    expect(indexed('\ufeff[1]').line(0)).toMatchObject({ kind: 'array', from: 3 });
  });
});

describe('a place in JSON', () => {
  test('has a path, and a path has a place', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        const index = indexed(text);
        const value = JSON.parse(text) as JsonValue;
        for (let number = 0; number < index.lineCount; number += 1) {
          const { kind } = index.line(number);
          const path = index.path(number);
          const found = at(value, path);
          expect(found).toBeDefined();
          if (kind === 'close') expect(path).toEqual(index.path(index.openerOf(number)));
          else expect(index.lineOf(path)).toBe(number);
        }
      }),
    );
  });

  test('is found in an array of very many, from any place', () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => ({ i, inner: [{ a: [i] }] }));
    const index = indexed(JSON.stringify({ rows, last: 1 }));
    const line = index.lineOf(['rows', 15_000, 'inner', 0, 'a', 0]) ?? -1;
    expect(index.path(line)).toEqual(['rows', 15_000, 'inner', 0, 'a', 0]);
    expect(index.path(line + 1)).toEqual(['rows', 15_000, 'inner', 0, 'a']);
    expect(index.lineOf(['rows', 20_000])).toBeUndefined();
    const last = index.lineOf(['last']) ?? -1;
    expect(index.openerOf(last - 1)).toBe(index.lineOf(['rows']));
    expect(index.extentOf(1)).toMatchObject({ openLine: 1, closeLine: last - 1, items: 20_000 });
    expect(index.parentOf(line)).toBe(line - 1);
  });

  test('is named by its byte', () => {
    const text = '{"a":[10,{"b":"xyz"}],"c":null}';
    const index = indexed(text);
    const lineOf = (words: string): number => index.lineAt(text.indexOf(words));
    expect([lineOf('{'), lineOf('10'), lineOf('xyz'), lineOf('null')]).toEqual([0, 2, 4, 7]);
    expect(index.lineAt(text.length)).toBe(index.lineCount - 1);
  });

  test('of an array or object knows how far that goes', () => {
    const text = '{"a":[1, [2,3], {} ],"b":1}';
    const index = indexed(text);
    expect(index.extentOf(1)).toEqual({ openLine: 1, closeLine: 8, items: 3, sizeBytes: 15, hasComma: true });
    expect(index.extentOf(0)).toMatchObject({ items: 2, sizeBytes: text.length });
    expect(index.extentOf(2)).toBeUndefined();
    expect(indexed('[1').extentOf(0)).toBeUndefined();
  });
});

describe('JSON that would do harm', () => {
  test('is read in steps of so many bytes, and can be looked at in between', () => {
    const bytes = utf8(`[${'1,'.repeat(100_000)}1]`);
    const index = new JsonIndex(bytes);
    let steps = 0;
    while (!index.step(1_000)) {
      steps += 1;
      expect(index.readBytes).toBeLessThanOrEqual(steps * 1_000 + 8);
      if (steps % 50 === 0) expect(index.path(index.lineCount - 1)).toEqual([index.lineCount - 2]);
    }
    expect(steps).toBeGreaterThan(190);
    expect(index.lineCount).toBe(100_003);
  });

  test('of 50 MB of numbers is held in a tenth of that', () => {
    const bytes = new Uint8Array(50_000_001).fill(0x31);
    for (let i = 0; i < bytes.length; i += 2) bytes[i] = 0x2c;
    bytes[0] = 0x5b;
    bytes[bytes.length - 1] = 0x5d;
    const index = new JsonIndex(bytes);
    let steps = 0;
    while (!index.step(1_000_000)) steps += 1;
    expect(steps).toBe(50);
    expect(index.lineCount).toBe(25_000_002);
    expect(index.heldBytes).toBeLessThan(5_000_000);
    expect(index.path(20_000_001)).toEqual([20_000_000]);
    expect(index.lineOf([24_999_999])).toBe(25_000_000);
    expect(index.extentOf(0)).toMatchObject({ items: 25_000_000 });
  });

  test('is ten thousand levels deep', () => {
    const levels = 10_000;
    const index = indexed(`${'['.repeat(levels)}1${']'.repeat(levels)}`);
    expect(index.fault).toBeUndefined();
    expect(index.path(levels)).toHaveLength(levels);
    expect(index.extentOf(4_000)).toMatchObject({ closeLine: 2 * levels - 4_000, items: 1 });
    expect(index.heldBytes).toBeLessThan(400_000);
  });

  test('that is deeper is read to a depth that no one gets to', () => {
    const index = indexed('{"a":'.repeat(2 * DEEPEST));
    expect(index.lineCount).toBe(DEEPEST + 1);
    expect(index.fault).toContain('levels');
  });

  test('of stairs over and over again is held in little more than it is long', () => {
    const stairs = `${'['.repeat(500)}1${']'.repeat(500)}`;
    const text = `[${Array.from({ length: 200 }, () => stairs).join(',')}]`;
    const index = indexed(text);
    expect(index.heldBytes).toBeLessThan(1.5 * text.length);
    expect(index.extentOf(1)).toMatchObject({ closeLine: 1001 });
  });

  test('of one long string is walked over once', () => {
    const text = JSON.stringify({ a: '"\\'.repeat(500_000), b: 1 });
    const index = indexed(text, 10_000);
    expect(index.lineCount).toBe(4);
    expect(index.line(2).from).toBe(text.indexOf('"b"'));
    expect(index.line(1).valueTo).toBe(text.indexOf(',"b"'));
  });
});

/** What is spelled in different ways alike. */
function meant(line: string): string {
  return line.replaceAll(/-?\d+(\.\d+)?([eE][+-]?\d+)?/g, (number) => String(Number(number)));
}

function at(value: JsonValue | undefined, path: readonly (string | number)[]): JsonValue | undefined {
  for (const key of path) value = (value as Readonly<Record<string | number, JsonValue>>)[key];
  return value;
}
