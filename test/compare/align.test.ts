import { describe, expect, test } from 'vitest';
import { align, type Alignable, type AlignOptions } from '../../src/compare/align.js';
import { fc } from '../support/values/property.js';

/** `name:key:looser key` */
function things(text: string): (Alignable & { name: string })[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      const [name = '', exact = name, looser = exact, loose] = word.split(':');
      return { name, keys: [exact, looser], ...(loose !== undefined && { loose }) };
    });
}

/** Pairs as `a=b` (moved: `a~b`), what only one side has as `-a` and `+b`. */
function aligned(a: string, b: string, options?: AlignOptions): string {
  const { pairs, onlyA, onlyB } = align(things(a), things(b), options);
  const halves = pairs.map(({ a: one, b: other, moved }) => `${one.name}${moved ? '~' : '='}${other.name}`);
  return [...halves, ...onlyA.map(({ name }) => `-${name}`), ...onlyB.map(({ name }) => `+${name}`)].join(' ');
}

describe('aligning', () => {
  test.each([
    ['nothing', '', '', ''],
    ['the same', 'x y', 'x y', 'x=x y=y'],
    ['one more in between', 'x y', 'x n y', 'x=x y=y +n'],
    ['one less', 'x y z', 'x z', 'x=x z=z -y'],
    ['one of several that are alike', 'x x x', 'x x', 'x=x x=x -x'],
    ['what is alike by a looser key, between what is the same', 'x a:1:k y', 'x b:2:k y', 'x=x a=b y=y'],
    ['what comes elsewhere', 'x y', 'y x', 'x~x y=y'],
    ['what is the same before what is alike', 'a:1:k b:2:k', 'c:2:k', 'b=c -a'],
    ['what is likely the same, in the same place only', 'x a:1:1:l', 'b:2:2:l x', 'x=x -a +b'],
    ['what is likely the same', 'x a:1:1:l y', 'x b:2:2:l y', 'x=x a=b y=y'],
  ])('%s', (_, a, b, expected) => {
    expect(aligned(a, b)).toBe(expected);
  });

  test('by place takes what stands between the same, where it is as much', () => {
    expect(aligned('x a y', 'x b y', { byPlace: true })).toBe('x=x a=b y=y');
    expect(aligned('x a y', 'x b c y', { byPlace: true })).toBe('x=x y=y -a +b +c');
  });

  test('without an order nothing moves', () => {
    expect(aligned('x y z', 'z x', { unordered: true })).toBe('x~x z~z -y');
  });

  test('is the same from both sides, and loses nothing', () => {
    const thing = fc
      .tuple(fc.nat(6), fc.nat(3), fc.nat(2))
      .map(([exact, looser, loose]) => ({ keys: [`${exact} ${looser}`, String(looser)], loose: String(loose) }));
    const list = fc.array(thing, { maxLength: 12 });
    fc.assert(
      fc.property(list, list, fc.boolean(), (a, b, byPlace) => {
        const there = align(a, b, { byPlace });
        const back = align(b, a, { byPlace });
        const places = (from: typeof there, isBack: boolean) =>
          from.pairs
            .map((pair) => [isBack ? pair.b : pair.a, isBack ? pair.a : pair.b] as const)
            .map(([one, other]) => `${a.indexOf(one)} ${b.indexOf(other)}`)
            .sort();
        expect(places(there, false)).toEqual(places(back, true));
        expect(there.pairs.length + there.onlyA.length).toBe(a.length);
        expect(there.pairs.length + there.onlyB.length).toBe(b.length);
        expect(new Set(there.pairs.map(({ b: other }) => other)).size).toBe(there.pairs.length);
      }),
      { numRuns: Number(process.env['RUNS'] ?? 500) },
    );
  });

  test('of thousands that share nothing takes no minutes', () => {
    const many = (name: string) => Array.from({ length: 5_000 }, (_, i) => ({ keys: [`${name}${i}`] }));
    expect(align(many('a'), many('b')).onlyA.length).toBe(5_000);
  });
});
