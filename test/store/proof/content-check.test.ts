import { describe, expect, test } from 'vitest';
import { ContentCheck } from '../../../src/store/proof/content-check.js';
import { utf8 } from '../../support/values/bytes.js';
import { fc } from '../../support/values/property.js';

describe('ContentCheck', () => {
  // the vectors of the algorithm's author and of Wikipedia, seed 0
  test.each([
    ['', 0],
    ['test', 0xba6bd213],
    ['Hello, world!', 0xc0363e43],
    ['The quick brown fox jumps over the lazy dog', 0x2e4ff723],
  ])('is MurmurHash3 of %j', (text, value) => {
    expect(new ContentCheck().add(utf8(text)).value()).toBe(value);
  });

  test('is the same in whatever pieces the bytes come, and wherever they lie in memory', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 9 }), { maxLength: 6 }), fc.nat({ max: 7 }), (pieces, at) => {
        const whole = new Uint8Array(at + pieces.reduce((sum, piece) => sum + piece.length, 0));
        let end = at;
        for (const piece of pieces) {
          whole.set(piece, end);
          end += piece.length;
        }
        const inPieces = new ContentCheck();
        for (const piece of pieces) inPieces.add(piece);
        expect(inPieces.value()).toBe(new ContentCheck().add(whole.subarray(at)).value());
      }),
    );
  });

  test('is another one for each bit that is turned', () => {
    const bytes = utf8('{"jsonrpc":"2.0","id":1}');
    const values = new Set([new ContentCheck().add(bytes).value()]);
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const turned = bytes.slice();
      turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      values.add(new ContentCheck().add(turned).value());
    }
    expect(values.size).toBe(1 + bytes.length * 8);
  });
});
