import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('docs/security.md names tests that are there', () => {
  const page = readFileSync('docs/security.md', 'utf8');
  const named = Array.from(page.matchAll(/`(test\/[^`]+)`/g), ([, path = '']) => path);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});
