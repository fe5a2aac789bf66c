import { describe, expect, test } from 'vitest';
import { widthOf } from '../../../src/screen/cells/clusters.js';
import { TextRows } from '../../../src/screen/detail/text-rows.js';
import { utf8 } from '../../support/values/bytes.js';
import { fc } from '../../support/values/property.js';
import { hostileText } from '../../support/values/text.js';

function laidOut(text: string, width: number, { first = 0, isString = true, budget = 1_000_000 } = {}): TextRows {
  const bytes = utf8(text);
  const rows = new TextRows({ bytes, from: 0, to: bytes.length, isString }, { width, first });
  while (!rows.step(budget));
  return rows;
}

function texts(rows: TextRows): string[] {
  return Array.from({ length: rows.count }, (_, i) =>
    rows
      .row(i)
      .map(({ text }) => text)
      .join(''),
  );
}

describe('text in rows', () => {
  test('goes on in the next row, and where the text has a new line', () => {
    expect(texts(laidOut('abcdef\\nx\\ty', 4, { first: 2 }))).toEqual(['ab', 'cdef', 'x', '    ', 'y']);
    expect(texts(laidOut('', 4))).toEqual(['']);
    expect(texts(laidOut('日本語', 5))).toEqual(['日本', '語']);
  });

  test('stays in its width, in all of its signs, and loses nothing', () => {
    fc.assert(
      fc.property(hostileText(20), fc.integer({ min: 8, max: 30 }), fc.nat(3), (text, width, first) => {
        const whole = text.toWellFormed();
        const rows = texts(laidOut(whole, width, { first, isString: false }));
        for (const charset of ['utf-8', 'ascii'] as const) {
          for (const row of rows) expect(widthOf(row, charset)).toBeLessThanOrEqual(width);
        }
        // what joined two emoji is gone where a row ends between them
        expect(rows.join('').replaceAll('\u200d', '')).toBe(whole.replaceAll('\u200d', ''));
      }),
    );
  });

  test('is laid out alike in steps and at once, and finds the row of a byte', () => {
    const text = 'ab日本\\n👨‍👩‍👧c'.repeat(200);
    const [once, steps] = [laidOut(text, 11), laidOut(text, 11, { budget: 7 })];
    expect(texts(steps)).toEqual(texts(once));
    expect(once.rowAt(0)).toBe(0);
    expect(once.rowAt(utf8(text).length - 1)).toBe(once.count - 1);
  });

  test('of a million emoji is laid out in steps of so many bytes', () => {
    const bytes = utf8('😀'.repeat(1_000_000));
    const rows = new TextRows({ bytes, from: 0, to: bytes.length, isString: true }, { width: 80, first: 0 });
    let steps = 1;
    while (!rows.step(64 * 1024)) steps += 1;
    expect(steps).toBeGreaterThan(50);
    expect(rows.count).toBe(25_000);
    expect(rows.row(24_999)[0]?.text).toBe('😀'.repeat(40));
  });
});
