import type { Database } from '../../../src/store/schema/sqlite.js';
import { describe, expect, test } from 'vitest';
import { FrameSearch, type SearchDirection } from '../../../src/store/query/frame-search.js';
import { ImportWriter } from '../../../src/store/journal/import-writer.js';
import type { Filter } from '../../../src/filter/filter.js';
import { utf8 } from '../../support/values/bytes.js';
import { memoryDatabase } from '../../support/store/databases.js';
import { fc } from '../../support/values/property.js';

const HIT: Filter = { type: 'text', pattern: { type: 'words', words: 'hit' } };

/** A recording of so many lines; those at `hits` are hits. */
function lines(count: number, hits: readonly number[]): Database {
  const db = memoryDatabase();
  const writer = new ImportWriter(db, { name: undefined, headers: undefined, nowMs: 1 });
  db.transaction(() => {
    for (let seq = 0; seq < count; seq += 1) {
      const bytes = utf8(`{"id":${seq},"method":"${hits.includes(seq) ? 'a hit' : 'a miss'}"}`);
      writer.add({ type: 'frame', stream: 'client', bytes, terminated: true, atNs: undefined });
    }
  })();
  writer.end();
  return db;
}

/** Asks until it is known; each step looks at as little as it may. */
function next(search: FrameSearch, seq: number, direction: SearchDirection): number | undefined {
  for (;;) {
    const hit = search.next(seq, direction);
    if (hit !== 'unknown') return hit;
    search.step(0);
  }
}

describe('FrameSearch', () => {
  test('finds the nearest hit on either side of any entry, and goes round at the ends', () => {
    const hits = fc.uniqueArray(fc.nat({ max: 399 }), { maxLength: 8 }).map((all) => all.sort((a, b) => a - b));
    const asked = fc.array(
      fc.tuple(fc.nat({ max: 420 }), fc.constantFrom<SearchDirection>('forward', 'backward'), fc.nat({ max: 2 })),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(hits, fc.nat({ max: 420 }), asked, (at, from, questions) => {
        const db = lines(400, at);
        const search = new FrameSearch(db, 1, { filter: HIT, from });
        for (const [seq, direction, steps] of questions) {
          const behind = at.find((hit) => hit > seq) ?? at[0];
          const before = at.findLast((hit) => hit < seq) ?? at.at(-1);
          expect(next(search, seq, direction)).toBe(direction === 'forward' ? behind : before);
          for (let i = 0; i < steps; i += 1) search.step(0);
        }
        while (!search.step(0));
        for (const [i, seq] of at.entries()) {
          expect(search.placeOf(seq)).toEqual({ number: i + 1, count: at.length, isCounted: true });
        }
        expect(search.placeOf(401)).toEqual({ number: undefined, count: at.length, isCounted: true });
        db.close();
      }),
      { numRuns: 60 },
    );
  });

  test('a hit nearby is known long before all is counted', () => {
    const search = new FrameSearch(lines(20_000, [10, 9_990, 10_010, 19_000]), 1, { filter: HIT, from: 10_000 });
    expect(search.next(10_000, 'forward')).toBe('unknown');
    search.step(0);
    expect(search.next(10_000, 'forward')).toBe(10_010);
    expect(search.next(10_000, 'backward')).toBe('unknown');
    search.step(0);
    expect(search.next(10_000, 'backward')).toBe(9_990);
    expect(search.placeOf(10_010)).toEqual({ number: undefined, count: 2, isCounted: false });
    while (!search.step());
    expect(search.placeOf(10_010)).toEqual({ number: 3, count: 4, isCounted: true });
  });

  test('of a live recording it goes on to what has come', () => {
    const db = lines(10, [5]);
    const search = new FrameSearch(db, 1, { filter: HIT, from: 0 });
    while (!search.step());
    expect(search.next(5, 'forward')).toBe(5);
    const key = 2 ** 32 + 10;
    db.prepare(`INSERT INTO frame VALUES (?, 2, 1, NULL, NULL, 3, NULL, ?)`).run(key, utf8('hit'));
    search.step();
    expect(search.next(5, 'forward')).toBe(10);
    expect(search.placeOf(10)).toEqual({ number: 2, count: 2, isCounted: true });
  });
});
