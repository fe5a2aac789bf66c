import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SRC = join(import.meta.dirname, '../../src');

/** Equal by chance: the ends of a tool call and those of a compaction. */
const OF_TWO_THINGS = ["'cancelled', 'completed', 'failed'"];

test('a set of names is written once', () => {
  const holders = new Map<string, Set<string>>();
  for (const file of readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))) {
    for (const [, elements = ''] of readFileSync(join(SRC, file), 'utf8').matchAll(/new Set\(\[([^[\]]+)\]\)/g)) {
      const names = elements.split(',').flatMap((element) => element.trim() || []);
      const key = names.sort().join(', ');
      if (names.length > 1) holders.set(key, (holders.get(key) ?? new Set()).add(file));
    }
  }
  const copied = [...holders].filter(([key, files]) => files.size > 1 && !OF_TWO_THINGS.includes(key));
  expect(
    copied.map(([key, files]) => `${key}: ${[...files].join(', ')}`),
    'Give it a home to the left of all that use it: sets of methods are in src/acp/methods/method-groups.ts.',
  ).toEqual([]);
});
