import { expect, test } from 'vitest';
import { BINDINGS } from '../../../src/screen/keys/key-bindings.js';
import { keysDocument } from '../../../src/screen/keys/keys-document.js';

test('every action is there, in a table of three columns below where it holds', () => {
  const document = keysDocument();
  const rows = document.split('\n').filter((line) => /^\| +`/.test(line) || line.startsWith('|  |'));
  expect(rows).toHaveLength(BINDINGS.length);
  for (const row of rows) expect(row.split(/(?<!\\)\|/)).toHaveLength(5);
  expect(document.match(/^## .*/gm)?.slice(0, 3)).toEqual(['## Everywhere', '## Move', '## Recordings']);
});

test('keys stand there as they are printed, commands with what they take', () => {
  const document = keysDocument();
  expect(document).toContain('| `q` `Esc` | back one level | `:back` |');
  expect(document).toContain('| `PgDn` `^F` | page down | `:page-down` |');
  expect(document).toContain('|  | delete old recordings | `:prune <days>d` |');
  expect(document).toContain('`:speed <0.25..16 \\| max>`');
});
