import { expect, test } from 'vitest';
import { RULES } from '../../../src/check/rules/index.js';
import { UNCHECKABLE } from '../../../src/check/engine/uncheckable.js';

test('what is visible of a sentence is a rule that there is', () => {
  const ids = new Set(RULES.map(({ id }) => id as string));
  const named = UNCHECKABLE.flatMap(({ why }) => why.match(/\b[a-z0-9-]+\/[a-z]+(-[a-z]+)+\b/g) ?? []);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((rule) => !ids.has(rule))).toEqual([]);
});

test('no sentence stands there twice', () => {
  const sentences = UNCHECKABLE.map(({ sentence }) => sentence);
  expect(sentences).toEqual([...new Set(sentences)]);
});
