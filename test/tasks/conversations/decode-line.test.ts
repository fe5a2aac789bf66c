import { describe, expect, test } from 'vitest';
import { decodeLine } from '../../../src/tasks/conversations/decode-line.js';
import { fromLatin1, utf8 } from '../../support/values/bytes.js';
import { fc } from '../../support/values/property.js';

const LARGE = 5_000;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

describe('small and large lines', () => {
  test.each([1, LARGE])('are the text that was encoded, a byte order mark with it (%i times)', (times) => {
    for (const said of ['a', 'é', '語', '😀', '\ufeff', '\u0000', 'a😀'])
      expect(decodeLine(utf8(said.repeat(times)))).toBe(said.repeat(times));
  });

  test.each([1, LARGE])('that are not UTF-8 are refused, wherever in them it stands (after %i bytes)', (before) => {
    for (const wrong of ['\xff', '\xc3', '\xe2\x82', '\xc0\x80', '\xed\xa0\x80', '\xf4\x90\x80\x80', '\x80']) {
      expect(() => decodeLine(fromLatin1('a'.repeat(before) + wrong))).toThrow(TypeError);
      expect(() => decodeLine(fromLatin1(wrong + 'a'.repeat(before)))).toThrow(TypeError);
    }
  });
});

test('a part of a larger buffer is decoded alone', () => {
  for (const said of ['a', 'é']) {
    const whole = utf8(`before${said.repeat(LARGE)}after`);
    expect(decodeLine(whole.subarray(6, -5))).toBe(said.repeat(LARGE));
  }
});

test('bytes of any kind are taken or refused as TextDecoder does', () => {
  const pieces = fc.oneof(
    fc.string({ unit: 'binary' }).map((text) => utf8(text)),
    fc.uint8Array({ maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), fc.boolean(), (parts, isLarge) => {
      const bytes = Uint8Array.from([...parts.flatMap((part) => [...part]), ...utf8(isLarge ? 'x'.repeat(LARGE) : '')]);
      expect(textOrRefusal(() => decodeLine(bytes))).toBe(textOrRefusal(() => decoder.decode(bytes)));
    }),
  );
});

function textOrRefusal(decode: () => string): string | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}
