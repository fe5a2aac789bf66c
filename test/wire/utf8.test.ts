import { describe, expect, test } from 'vitest';
import { brokenUtf8 } from '../../src/wire/utf8.js';
import { fromLatin1, utf8 } from '../support/values/bytes.js';
import { fc } from '../support/values/property.js';

describe('brokenUtf8', () => {
  test.each([
    ['a\xc3(', { offset: 1, isCutShort: false }],
    ['\xff', { offset: 0, isCutShort: false }],
    ['ab\x80', { offset: 2, isCutShort: false }],
    ['\xc0\x80', { offset: 0, isCutShort: false }],
    ['\xe0\x80\x80', { offset: 0, isCutShort: false }],
    ['\xed\xa0\x80', { offset: 0, isCutShort: false }],
    ['\xf4\x90\x80\x80', { offset: 0, isCutShort: false }],
    ['\xf0\x9f\x98', { offset: 0, isCutShort: true }],
    ['a\xc3', { offset: 1, isCutShort: true }],
  ])('%j', (bytes, broken) => {
    expect(brokenUtf8(fromLatin1(bytes))).toEqual(broken);
  });

  test('agrees with the strict decoder about any bytes', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    fc.assert(
      fc.property(
        fc.oneof(fc.uint8Array({ maxLength: 6 }), fc.string({ unit: 'binary', maxLength: 6 }).map(utf8)),
        (bytes) => {
          let isValid = true;
          try {
            decoder.decode(bytes);
          } catch {
            isValid = false;
          }
          expect(brokenUtf8(bytes) === undefined).toBe(isValid);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
