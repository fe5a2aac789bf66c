import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ALIASES, FIELDS, valuesOf } from '../../src/filter/filter-fields.js';
import { parseFilter } from '../../src/filter/parse-filter.js';

const PAGE = readFileSync(new URL('../../docs/filter.md', import.meta.url), 'utf8');

describe('docs/filter.md', () => {
  test.each(FIELDS.map(({ name, example }) => [name, example]))('explains %s, with its example', (name, example) => {
    const row = PAGE.split('\n').find((line) => line.startsWith(`| \`${name}\` `)) ?? '';
    expect(row).toContain(`\`${example}\``);
    expect(parseFilter(example).ok).toBe(true);
  });

  test('names all values that are chosen from, and all aliases', () => {
    for (const { name } of FIELDS)
      for (const value of valuesOf(name)) if (!value.endsWith('+')) expect(PAGE).toContain(`\`${value}\``);
    for (const letter of Object.keys(ALIASES)) expect(PAGE).toMatch(new RegExp(`\`~${letter}[ \`]`));
  });

  test('shows filters that are some', () => {
    const shown = Array.from(PAGE.matchAll(/--filter '([^\n]*?)'(?: --json)?\n/g), ([, filter = '']) => filter);
    expect(shown.length).toBeGreaterThan(3);
    for (const filter of shown) expect(parseFilter(filter).ok, filter).toBe(true);
  });
});
