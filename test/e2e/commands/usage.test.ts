import { describe, expect, test } from 'vitest';
import { BROWSE_OPTIONS } from '../../../src/cli/browsing/browse-options.js';
import { run } from '../../support/processes/program.js';
import { TURNTABLE } from '../../support/turntable/turntable.js';

async function turntable(...words: string[]) {
  const { code, stdout, stderr } = await run([process.execPath, TURNTABLE, ...words], { stdin: 'ignore' });
  return { code, stdout: stdout.toString(), stderr };
}

test('without an argument and without a terminal it says what shows the same in lines, and exits 2', async () => {
  const { code, stdout, stderr } = await turntable();
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('turntable list');
});

describe('options without a command are those of the screen', () => {
  test.each([[['--no-mouse']], [['--db', '/nowhere/none.db']], [['--']]])('%j', async (words) => {
    const { code, stdout, stderr } = await turntable(...words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('cannot open the screen');
  });

  test('and one that is none exits 2 and says so', async () => {
    const { code, stdout, stderr } = await turntable('--jsno');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/unknown option "--jsno"/);
  });

  test('and their help is that of browse', async () => {
    const help = await turntable('browse', '--help');
    expect(help).toMatchObject({ code: 0, stderr: '' });
    for (const { name, help: text } of BROWSE_OPTIONS) {
      expect(help.stdout).toMatch(new RegExp(`^ +--${name}\\b.* {2}`, 'm'));
      expect(help.stdout).toContain(text);
    }
    expect(await turntable('--no-mouse', '--help')).toEqual(help);
    expect(await turntable('--db', '--help')).toEqual(help);
  });
});
