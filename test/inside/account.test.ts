import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accountLine, endsAccount, lostLine, readAccount } from '../../src/inside/account.js';
import { INNER_KINDS, type InnerSpan } from '../../src/inside/inner-span.js';

const text = fc.string({ maxLength: 20, unit: 'grapheme' });
const span: fc.Arbitrary<InnerSpan> = fc.record({
  kind: fc.constantFrom(...INNER_KINDS),
  name: text,
  purpose: fc.option(text, { nil: undefined }),
  startUs: fc.nat(),
  endUs: fc.nat().map((us) => us + 2 ** 31),
  firstMs: fc.option(fc.nat(), { nil: undefined }),
  failed: fc.boolean(),
  session: fc.option(text, { nil: undefined }),
  call: fc.option(text, { nil: undefined }),
  id: text,
  parent: text,
  service: text,
});

describe('an account', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(fc.array(span), fc.nat(), (spans, lost) => {
        const lines = [...spans.map(accountLine), lostLine(lost), ''].join('\n');
        expect(readAccount(lines)).toEqual({ spans, lost });
        expect(endsAccount(lines)).toBe(true);
      }),
    );
  });

  test('that is cut short anywhere has all whole lines before that', () => {
    fc.assert(
      fc.property(fc.array(span, { minLength: 1 }), fc.double({ min: 0, max: 1, noNaN: true }), (spans, part) => {
        const lines = spans.map((each) => `${accountLine(each)}\n`);
        const whole = lines.join('');
        const at = Math.floor(part * whole.length);
        const before = lines.filter((_, i) => lines.slice(0, i + 1).join('').length <= at + 1).length;
        const cut = readAccount(whole.slice(0, at)).spans;
        expect(cut).toEqual(spans.slice(0, before));
        expect(endsAccount(whole.slice(0, at))).toBe(false);
      }),
    );
  });

  test('may hold anything: what is no span is passed over', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.json(), fc.string())), (lines) => {
        expect(readAccount(lines.join('\n')).spans).toEqual([]);
      }),
    );
  });
});
