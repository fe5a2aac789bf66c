import { describe, expect, test } from 'vitest';
import { markOf, repeatedBytes } from '../../../src/model/volume/text-mark.js';
import { fc } from '../../support/values/property.js';
import { anyText } from '../../support/values/text.js';

const LONG = 20_000;
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
/** Text of many different lines, as a command prints it. */
const output = (lines: number, from = 0): string =>
  Array.from({ length: lines }, (_, i) => `line ${from + i}: ${((from + i) * 7_919) % 10_007} ok\n`).join('');
const printable = (minLength: number, maxLength: number) =>
  fc.string({ minLength, maxLength, unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)) });

describe('the bytes of a text', () => {
  test('are those of UTF-8 if it is short', () => {
    fc.assert(
      fc.property(anyText(60), (text) => {
        expect(markOf(text).bytes).toBe(bytesOf(text));
      }),
    );
  });

  test('are those of UTF-8 if it is ASCII, however long', () => {
    expect(markOf(output(LONG)).bytes).toBe(output(LONG).length);
  });

  test('are about those of UTF-8 if it is long and of anything', () => {
    const text = 'ein paar Wörter über größere Texte, 日本語 und 🇩🇪; '.repeat(500);
    expect(Math.abs(markOf(text).bytes / bytesOf(text) - 1)).toBeLessThan(0.1);
  });
});

describe('a text repeats', () => {
  test('all that came before if it goes on from there', () => {
    fc.assert(
      fc.property(printable(16, 3_000), printable(0, 3_000), (before, more) => {
        expect(repeatedBytes(before + more, markOf(before))).toBe(before.length);
      }),
    );
  });

  test('all but the end of a window on an output that moves on', () => {
    const before = output(1_000).slice(-16_000);
    const now = output(1_003).slice(-16_000);
    const added = output(1_003).length - output(1_000).length;
    expect(repeatedBytes(now, markOf(before))).toBe(16_000 - added);
  });

  test('nothing if it differs', () => {
    expect(repeatedBytes(output(1_000, 5_000), markOf(output(1_000)))).toBe(0);
    expect(repeatedBytes(output(900), markOf(output(1_000)))).toBe(0);
    expect(repeatedBytes('other', markOf('short'))).toBe(0);
  });

  test('nothing if a part before its end changed: too much may count as new, never too little', () => {
    const before = output(2_000);
    const TENTH = Math.floor(before.length / 10);
    fc.assert(
      fc.property(fc.nat(Math.floor(before.length * 0.8)), (at) => {
        const changed = before.slice(0, at) + 'x'.repeat(TENTH) + before.slice(at + TENTH);
        expect(repeatedBytes(`${changed}more`, markOf(before))).toBe(0);
      }),
    );
  });

  test('nothing of what is too short to tell', () => {
    expect(repeatedBytes('ok ok', markOf('ok'))).toBe(0);
  });
});
