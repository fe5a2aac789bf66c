import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { fixture } from '../../support/turntable/turntable.js';
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

test('version and --version are the version of the package', async () => {
  const file = new URL('../../../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  for (const word of ['--version', '-V', 'version']) {
    expect(await turntable(word)).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  }
});

describe('a wrong command line exits 2 with nothing on stdout, and says what was meant', () => {
  test.each([
    ['an unknown command', ['sohw'], /unknown command 'sohw'[^]*Did you mean show\?/],
    ['an unknown option', ['list', '--jsno'], /unknown option '--jsno'[^]*Did you mean --json\?/],
    ['a missing recording', ['rm'], /missing required argument/],
    ['one word too many', ['list', 'x'], /too many arguments/],
    ['a choice that is none', ['show', '1', '--from', 'editor'], /client, agent, stderr/],
    ['options that exclude each other', ['show', '1', '--raw', '--json'], /cannot be used with/],
    ['a range that is none', ['show', '1', '--frames', 'x..'], /invalid --frames "x\.\.": use a\.\.b/],
    ['a count that is none', ['tail', '1', '-n', 'many'], /whole number/],
    ['prune without a policy', ['prune'], /--older 30d/],
    ['an age that is none', ['prune', '--older', 'long'], /12h, 30d or 2w/],
    ['a size that is none', ['prune', '--max', '2'], /500MB or 2GB/],
    ['help of no command', ['help', 'serch'], /unknown command 'serch'\. Did you mean search\?/],
    ['help of nothing like a command', ['help', 'nope'], /unknown command 'nope'\n/],
    ['an action that refuses', ['search', ''], /needs a text/],
    ['an option of replay', ['replay', '--jsno'], /unknown option "--jsno"\nUsage: turntable replay/],
  ])('%s', async (_, words, message) => {
    const { code, stdout, stderr } = await turntable(...words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    // one style: what is wrong, perhaps what helps, then the help of the command itself
    const known = words[0] !== 'sohw' && words[0] !== 'help';
    expect(stderr).toMatch(/^turntable: [^\n]+\n([^\n]+\n)?See: turntable [a-z-]* ?--help\n$/);
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(`See: turntable ${known ? `${words[0]} ` : ''}--help`);
  });
});

describe('where there is no database, no command but import makes one, and none prints an errno', () => {
  test.each([
    ['list'],
    ['show', '1'],
    ['show', '/nowhere/x.acp'],
    ['tail'],
    ['search', 'x'],
    ['stats'],
    ['check'],
    ['diff'],
    ['export'],
    ['verify'],
    ['rm', '1'],
    ['prune', '--older', '1d'],
    ['keep', '1'],
    ['compact'],
    ['replay', '--explain'],
    ['import', '/nowhere/x.acp'],
    ['export', fixture('conversations/demo.acp'), '-o', '/nowhere/x.acp'],
    ['check', fixture('conversations/demo.acp'), '-o', '/nowhere/x.acp'],
    ['check', '--config', '/nowhere/x.json'],
    ['check', `${fixture('conversations/demo.acp')}/x.acp`],
    ['lint', tmpdir()],
  ])('%s %s', async (...words) => {
    const place = new PlaceHere();
    const { code, stdout, stderr } = await place.run(words, { env: { TURNTABLE_DB: place.db } });
    expect({ code, stdout: stdout.toString() }).toEqual({ code: 3, stdout: '' });
    expect(stderr).not.toMatch(/\bE[A-Z]{3,}\b|\.tmp\b|internal error/);
    expect(existsSync(place.db)).toBe(false);
  });
});

test.each([['list'], ['show'], ['import', fixture('conversations/demo.acp')], ['prune', '--older', '1d']])(
  'a folder named as the database of %s is said to be one',
  async (...words) => {
    const place = new PlaceHere();
    const [command = '', ...rest] = words;
    const said = await place.run([command, '--db', place.folder, ...rest]);
    expect(said).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/ is a folder, not a database\nName a file: --db .*\.db\n$/) as string,
    });
  },
);

test('help ends with 0, whatever the process would end with by now', async () => {
  const before = process.exitCode;
  process.exitCode = 2;
  try {
    expect(await turntable('help', 'record')).toMatchObject({ code: 0, stderr: '' });
  } finally {
    process.exitCode = before;
  }
});

test('each command that the help names has a help of its own, where only its family is loaded', async () => {
  const { stdout } = await turntable('--help');
  const commands = Array.from(stdout.matchAll(/^ {2}([a-z]+) /gm), ([, name = '']) => name).filter(
    // the help of replay is chosen in bin/
    (name) => !['help', 'turntable', 'replay'].includes(name),
  );
  expect(commands).toEqual(expect.arrayContaining(['keep', 'compact', 'doctor']));
  for (const command of new Set(commands)) {
    const help = await turntable(command, '--help');
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toContain(`Usage: turntable ${command}`);
    expect(await turntable('help', command), command).toMatchObject({ code: 0, stderr: '' });
  }
});
