import { existsSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { Installation } from '../support/turntable/installation.js';
import { run, start, type Ended } from '../support/processes/program.js';
import { agent, fixture, ownLines, Place, sumOf } from '../support/turntable/turntable.js';

const LINE = '{"jsonrpc":"2.0","method":"_line"}\n';
const CHAT = fixture('conversations/text-turn.acp');
const MISSING = /^turntable: SQLite cannot be loaded by Node \S+ \(.+\): better-sqlite3(-12)? is not installed/;
/** What to do about it depends on the Node that runs this test. */
const ADVICE =
  Number(process.versions['napi']) >= 10
    ? /^Reinstall Turntable with this Node\. .+$/
    : /^Use Node 22\.14 or newer, .+\. Or install python3, make and a C\+\+ compiler, then reinstall Turntable .+\.$/;

const installation = new Installation({ missing: ['better-sqlite3'] });
afterAll(() => {
  installation.remove();
});

async function turntable(...words: readonly string[]): Promise<Ended> {
  return run([process.execPath, installation.turntable, ...words], { stdin: 'ignore' });
}

/** Records a line there, until the tap has said what is wrong. */
async function record(place: Place): Promise<Ended> {
  const words = [process.execPath, installation.turntable, 'record', '--db', place.db, '--', ...agent('echo')];
  const tap = start(words, { cwd: place.folder });
  tap.write(LINE);
  await tap.warns('\n');
  tap.endInput();
  const ended = await tap.ended;
  await place.quiet();
  return ended;
}

test('a tap without SQLite records and says one line; the recording is there once SQLite is', async () => {
  const place = new Place();
  const { code, stdout, stderr } = await record(place);
  expect({ code, stdout: stdout.toString() }).toEqual({ code: 0, stdout: LINE });
  expect(ownLines(stderr)).toHaveLength(1);
  expect(stderr).toMatch(new RegExp(`${MISSING.source}; the recording waits in its journal, .+\n$`));
  expect(await place.recording()).toMatchObject({ state: 'ended', exitCode: 0 });
  expect(await place.proof()).toMatchObject({ verdict: 'proved', streams: { client: sumOf(LINE) } });
});

test('without SQLite each command about recordings says what to do, and makes no database', async () => {
  const place = new Place();
  await record(place);
  const commands = [
    ['list'],
    ['show', '@last'],
    ['stats', '@last'],
    ['search', 'x'],
    ['tail', '@last'],
    ['verify', '@last'],
    ['check', '@last'],
    ['diff', '@last', CHAT],
    ['export', '@last'],
    ['import', CHAT],
    ['replay', '@last'],
    ['prune', '--older', '1d'],
    ['rm', '@last'],
    ['keep', '@last'],
    ['compact'],
  ];
  const ended = await Promise.all(commands.map((command) => turntable(...command, '--db', place.db)));
  for (const [index, { code, stdout, stderr }] of ended.entries()) {
    const command = commands[index] ?? [];
    const [message, advice, ...more] = stderr.trimEnd().split('\n');
    expect({ command, code, printed: stdout.length, more }).toEqual({ command, code: 3, printed: 0, more: [] });
    expect(message, command[0]).toMatch(MISSING);
    expect(advice, command[0]).toMatch(ADVICE);
  }
  expect(existsSync(place.db)).toBe(false);
  expect(place.journals()).toHaveLength(1);
});

test('without SQLite doctor says that recording works, and how to read what it recorded', async () => {
  const place = new Place();
  const { code, stdout } = await turntable('doctor', '--db', place.db);
  expect(code).toBe(1);
  const [, problem, fix] = stdout.toString().split('\n');
  expect(problem).toMatch(/^problem +SQLite: SQLite cannot be loaded by Node /);
  expect(fix).toMatch(/^ +Until then, recordings wait in their journals\. (Use|Reinstall) /);
});

test('without SQLite the commands about files work', async () => {
  for (const words of [
    ['check', CHAT],
    ['lint', CHAT],
    ['stats', CHAT],
    ['export', CHAT],
    ['diff', CHAT, CHAT],
  ]) {
    const { code, stderr } = await turntable(...words);
    expect({ words, code, stderr: code === 0 ? '' : stderr }).toEqual({ words, code: 0, stderr: '' });
  }
});
