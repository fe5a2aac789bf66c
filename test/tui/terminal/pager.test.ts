import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { showInPager } from '../../../src/tui/terminal/pager.js';
import { FakeTerminal } from '../../support/terminal/fake-terminal.js';
import { temporaryFolder } from '../../support/processes/folders.js';

const HOSTILE = 'one $(touch x) `touch x`; "\'\n\u001b[2Jtwo\u009b\n';

test('gives a text to $PAGER with its options, where nothing of it is a command or drives the terminal', async () => {
  const seen = join(temporaryFolder(), 'seen');
  const surface = new FakeTerminal().surface();
  const shown = showInPager(HOSTILE, { surface, env: { ...process.env, PAGER: `tee -a '${seen}' > /dev/null` } });
  expect(surface.isShown).toBe(false);
  expect(await shown).toBeUndefined();
  expect(surface.isShown).toBe(true);
  expect(readFileSync(seen, 'utf8')).toBe('one $(touch x) `touch x`; "\'\n\\u001b[2Jtwo\\u009b\n');
});

test('may be left before all is read', async () => {
  const surface = new FakeTerminal().surface();
  const env = { ...process.env, PAGER: 'true' };
  expect(await showInPager('a long line\n'.repeat(200_000), { surface, env })).toBeUndefined();
  expect(surface.isShown).toBe(true);
});

test('a pager that is not there is told of, on the screen', async () => {
  const surface = new FakeTerminal().surface();
  const env = { ...process.env, PAGER: 'no-such-pager --option 2> /dev/null' };
  expect(await showInPager('text', { surface, env })).toMatch(/not found\. Set PAGER/);
  expect(surface.isShown).toBe(true);
});
