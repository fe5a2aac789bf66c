import { expect, test } from 'vitest';
import { keyOf, seqOf } from '../../../src/store/schema/row-keys.js';
import { memoryDatabase } from '../../support/store/databases.js';
import { fc } from '../../support/values/property.js';

const recording = fc.integer({ min: 1, max: 2 ** 21 - 1 });
const seq = fc.integer({ min: 0, max: 2 ** 32 - 1 });

test('a key is safe, gives its seq back and sorts by recording, then by seq', () => {
  fc.assert(
    fc.property(recording, seq, recording, seq, (r1, s1, r2, s2) => {
      expect(Number.isSafeInteger(keyOf(r1, s1))).toBe(true);
      expect(seqOf(keyOf(r1, s1))).toBe(s1);
      expect(Math.sign(keyOf(r1, s1) - keyOf(r2, s2))).toBe(Math.sign(r1 - r2) || Math.sign(s1 - s2));
    }),
  );
});

test('a key is recording << 32 | seq for SQLite as well', () => {
  const db = memoryDatabase();
  const insert = db.prepare(`INSERT INTO event VALUES (?, NULL, 'exit', '{}')`);
  for (const key of [keyOf(1, 0), keyOf(7, 5), keyOf(2 ** 21 - 1, 2 ** 32 - 1)]) insert.run(key);
  const rows = db.prepare('SELECT key >> 32, key & 4294967295, typeof(key) FROM event ORDER BY key').raw().all();
  expect(rows).toEqual([
    [1, 0, 'integer'],
    [7, 5, 'integer'],
    [2 ** 21 - 1, 2 ** 32 - 1, 'integer'],
  ]);
});
