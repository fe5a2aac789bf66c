import { describe, expect, test } from 'vitest';
import { compare } from '../../src/compare/compare.js';
import { hasCorpus } from '../support/fixtures/corpus.js';
import { shown } from '../support/conversations/observing.js';
import { differencesOf, gistOf, mirrorable, outlineOf } from '../support/comparing/outlines.js';
import { plantedDifferences } from '../support/comparing/planted-differences.js';
import { conversations } from '../support/checking/planting.js';
import { fc } from '../support/values/property.js';
import { renamed } from '../support/conversations/renamed.js';
import { skipLoudly } from '../support/processes/skip.js';
import { traffic } from '../support/conversations/traffic.js';

const ALL = { text: true, usage: true } as const;

skipLoudly(!hasCorpus, 'comparing recorded conversations', 'there is no corpus');

describe.skipIf(!hasCorpus)('recorded conversations', () => {
  const recorded = hasCorpus ? conversations() : [];

  test('do not differ from themselves, nor from a run with other ids, times and folders', () => {
    for (const conversation of recorded) {
      const outline = outlineOf(conversation.entries);
      expect(gistOf(compare(outline, outline, ALL).differences), conversation.name).toEqual([]);
      const again = outlineOf(renamed(conversation));
      expect(gistOf(compare(outline, again, ALL).differences), conversation.name).toEqual([]);
    }
  });

  test('differ from each other in the same things, whichever comes first', () => {
    const outlines = recorded.map(({ entries }) => outlineOf(entries));
    for (const [i, a] of outlines.entries()) {
      for (const step of [1, 7, 20]) {
        const b = outlines[(i + step) % outlines.length] ?? a;
        const [there, back] = [compare(a, b, ALL), compare(b, a, ALL)];
        const what = `${recorded[i]?.name ?? ''} and ${recorded[(i + step) % recorded.length]?.name ?? ''}`;
        expect(mirrorable(there.differences, false), what).toEqual(mirrorable(back.differences, true));
      }
    }
  });

  test('with one change differ in that one thing', () => {
    const planted = new Map<string, number>();
    const wrong: string[] = [];
    for (const conversation of recorded) {
      const outline = outlineOf(conversation.entries);
      for (const { what, kind, planting } of plantedDifferences(conversation)) {
        planted.set(what, (planted.get(what) ?? 0) + 1);
        const options = kind === 'text' ? { text: true } : {};
        const { differences } = compare(outline, outlineOf(planting.entries), options);
        if (differences.length === 1 && differences[0]?.kind === kind) continue;
        wrong.push(`${conversation.name}, ${what}: ${gistOf(differences).join(' | ') || 'nothing'}`);
      }
    }
    expect(wrong).toEqual([]);
    expect([...planted.values()].every((count) => count >= 20)).toBe(true);
    expect(planted.size).toBe(11);
  });
});

test('whatever is said can be compared, and is equal to itself', () => {
  fc.assert(
    fc.property(traffic(60), traffic(60), (a, b) => {
      expect(gistOf(differencesOf(a, a, ALL)), shown(a)).toEqual([]);
      const [there, back] = [differencesOf(a, b, ALL), differencesOf(b, a, ALL)];
      expect(mirrorable(there, false)).toEqual(mirrorable(back, true));
    }),
    { numRuns: Number(process.env['RUNS'] ?? 150) },
  );
});
