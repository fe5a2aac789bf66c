import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PlaceHere } from '../../support/turntable/place-here.js';

async function turntable(...words: string[]) {
  const { code, stdout, stderr } = await new PlaceHere().run(words);
  return { code, stdout: stdout.toString(), stderr };
}

test('the help names every command', async () => {
  const { code, stdout } = await turntable('--help');
  expect(code).toBe(0);
  for (const word of [
    'record',
    'browse',
    'list',
    'show',
    'tail',
    'export',
    'import',
    'verify',
    'prune',
    'rm',
    'doctor',
  ]) {
    expect(stdout).toMatch(new RegExp(`^ +${word}\\b`, 'm'));
  }
});

test('--version is the version of the package', async () => {
  const file = new URL('../../../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  expect(await turntable('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

describe('a wrong command line exits 2 with nothing on stdout, and says what was meant', () => {
  test.each([
    ['an unknown command', ['sohw'], /unknown command 'sohw'[^]*Did you mean show\?/],
    ['an unknown option', ['list', '--jsno'], /unknown option '--jsno'[^]*Did you mean --json\?/],
    ['a missing recording', ['show'], /missing required argument/],
    ['one word too many', ['list', 'x'], /too many arguments/],
    ['a choice that is none', ['show', '1', '--from', 'editor'], /client, agent, stderr/],
    ['options that exclude each other', ['show', '1', '--raw', '--json'], /cannot be used with/],
    ['a range that is none', ['show', '1', '--frames', 'x..'], /--frames is a\.\.b/],
    ['a count that is none', ['tail', '1', '-n', 'many'], /whole number/],
    ['prune without a policy', ['prune'], /--older 30d/],
    ['an age that is none', ['prune', '--older', 'long'], /12h, 30d or 2w/],
    ['a size that is none', ['prune', '--max', '2'], /500MB or 2GB/],
  ])('%s', async (_, words, message) => {
    const { code, stdout, stderr } = await turntable(...words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });
});

test('each command that the help names has a help of its own, where only its family is loaded', async () => {
  const { stdout } = await turntable('--help');
  const commands = Array.from(stdout.matchAll(/^ {2}([a-z]+) /gm), ([, name = '']) => name).filter(
    // the help of replay is chosen in bin/
    (name) => !['help', 'turntable', 'replay'].includes(name),
  );
  expect(commands.length).toBeGreaterThan(15);
  for (const command of new Set(commands)) {
    const help = await turntable(command, '--help');
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toContain(`Usage: turntable ${command}`);
  }
});
