import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shellLine } from '../../src/report/shell-line.js';
import { processesWith } from '../support/processes/processes.js';
import { run } from '../support/processes/program.js';
import { agent, ownLines, Place, TURNTABLE } from '../support/turntable/turntable.js';

const LINE = '{"jsonrpc":"2.0","id":1,"method":"_line"}\n';

describe('record', () => {
  test('--name gives the recording a name to find it again by', async () => {
    const place = new Place();
    await place.record(agent('echo'), { input: LINE, options: ['--name', 'first try'] });
    await place.record(agent('exit', 0), { options: ['--name=other'] });
    expect((await place.list()).map(({ name }) => name)).toEqual(['other', 'first try']);
    expect(await place.events('first try')).toContain('exit');
  });

  test('--keep keeps the newest of a name and nothing of the rest goes', async () => {
    const place = new Place();
    await place.record(agent('exit', 9), { options: ['--name', 'other'] });
    for (const code of [1, 2, 3, 4]) {
      await place.record(agent('exit', code), { options: ['--name', 'kept', '--keep', '2'] });
      await place.list();
    }
    expect((await place.list()).map(({ name, exitCode }) => [name, exitCode])).toEqual([
      ['kept', 4],
      ['kept', 3],
      ['other', 9],
    ]);
  });

  test('--id-file holds the id while the agent still runs', async () => {
    const place = new Place();
    const file = join(place.folder, 'id');
    const tap = place.tap(agent('echo'), { options: ['--id-file', file] });
    tap.write(LINE);
    await tap.says(LINE);
    const id = readFileSync(file, 'utf8');
    expect(id).toMatch(/^[0-9a-z]{16}\n$/);
    tap.endInput();
    await tap.ended;
    expect((await place.recording()).id).toBe(id.trim());
  });

  test('--id-file that cannot be written costs a warning, not the recording', async () => {
    const place = new Place();
    const { code, stderr } = await place.record(agent('exit', 3), { options: ['--id-file', '/nowhere/id'] });
    expect(code).toBe(3);
    expect(ownLines(stderr)).toEqual([expect.stringContaining('/nowhere/id')]);
    expect((await place.recording()).exitCode).toBe(3);
  });

  test('--id-file keeps a file that holds anything else, and the recording goes on', async () => {
    const place = new Place();
    const file = join(place.folder, 'precious');
    writeFileSync(file, 'keep me\n');
    const { code, stderr } = await place.record(agent('exit', 3), { options: ['--id-file', file] });
    expect(code).toBe(3);
    expect(ownLines(stderr)).toEqual([
      expect.stringContaining('exists and is not the id of a recording, so it was not replaced'),
    ]);
    expect(readFileSync(file, 'utf8')).toBe('keep me\n');
    expect((await place.recording()).exitCode).toBe(3);
  });

  test('--id-file that is a pipe which nobody reads holds up nothing', async () => {
    const place = new Place();
    const pipe = join(place.folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const { code, stderr } = await place.record(agent('exit', 3), { options: ['--id-file', pipe] });
    expect(code).toBe(3);
    expect(ownLines(stderr)).toEqual([expect.stringMatching(/the id [0-9a-z]{16} could not be written/)]);
    expect((await place.recording()).exitCode).toBe(3);
  });

  test('--fixture is written also where PATH leads nowhere', async () => {
    const place = new Place();
    const file = join(place.folder, 'chat.acp');
    const { stderr } = await place.record(agent('echo'), {
      input: LINE,
      options: ['--fixture', file],
      env: { ...process.env, PATH: '/nowhere' },
    });
    expect(ownLines(stderr)).toEqual([]);
    expect(readFileSync(file, 'utf8')).toContain(LINE);
  });

  test('--fixture has written, when the tap ends, what export writes', async () => {
    const place = new Place();
    const file = join(place.folder, 'chat.acp');
    await place.record(agent('echo'), { input: LINE.repeat(3), options: ['--fixture', 'chat.acp', '--name', 'chat'] });
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(/^#acp-fixture 1\n# title: chat\n/);
    expect(text).toBe((await place.turntable('export', '@last')).stdout.toString());
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('--fixture and --keep are obeyed also where another command has brought all of it in before the ingest begins', async () => {
    const place = new Place();
    const file = join(place.folder, 'chat.acp');
    for (const code of [1, 2]) await place.record(agent('exit', code), { options: ['--name', 'chat'] });
    await place.quiet();
    await place.list();
    const tap = place.tap(agent('echo'), { options: ['--name', 'chat'] });
    const journal = await place.journal();
    tap.endInput(LINE);
    await tap.ended;
    await place.quiet();
    await place.list();
    expect(place.journals()).toEqual([]);
    const { code, stderr } = await run([
      process.execPath,
      TURNTABLE,
      'ingest',
      journal,
      `--fixture=${file}`,
      '--keep=2',
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(readFileSync(file, 'utf8')).toBe((await place.turntable('export', '@last')).stdout.toString());
    expect((await place.list()).map(({ exitCode }) => exitCode)).toEqual([0, 2]);
  });

  test('--fixture that nobody wrote, as tap and ingest were killed, is named by the next command', async () => {
    const place = new Place();
    const file = join(place.folder, "my chat's.acp");
    const tap = place.tap(agent('echo'), { options: ['--fixture', file] });
    tap.write(LINE);
    await tap.says(LINE);
    for (const pid of processesWith(place.folder)) process.kill(pid, 'SIGKILL');
    await tap.exited;
    await place.quiet();
    const { code, stderr } = await place.turntable('list');
    expect(code).toBe(0);
    const [, named, command = ''] = /may not have been exported to (.*)\. To .* run: (.*)\n$/.exec(stderr) ?? [];
    expect(named).toBe(shellLine([file]));
    expect(existsSync(file)).toBe(false);
    expect(command).toMatch(/^turntable export [0-9a-z]{16} -o FILE$/);
    const own = command.replace(/^turntable/, shellLine([process.execPath, TURNTABLE]));
    await run(['/bin/sh', '-c', `cd ${place.folder} && ${own} --db ${place.db}`]);
    expect(readFileSync(join(place.folder, 'FILE'), 'utf8')).toContain(LINE);
  });

  test('--fixture where nothing can be written costs a warning, not the recording', async () => {
    const place = new Place();
    const { code, stderr } = await place.record(agent('exit', 3), { options: ['--fixture', '/nowhere/chat.acp'] });
    expect(code).toBe(3);
    expect(ownLines(stderr)).toEqual([expect.stringContaining('/nowhere/chat.acp')]);
    expect((await place.recording()).exitCode).toBe(3);
  });

  test('says nothing off a terminal, one line with TURNTABLE_VERBOSE=1, and nothing with --quiet', async () => {
    const place = new Place();
    const say = async (env: Record<string, string>, ...options: string[]): Promise<string> =>
      (await place.record(agent('exit', 0), { env, options })).stderr;
    expect(await say({})).toBe('');
    expect(await say({ TURNTABLE_VERBOSE: '1' })).toMatch(/^turntable: recording [0-9a-z]{16} into \S+\n$/);
    expect(await say({ TURNTABLE_VERBOSE: '1' }, '--quiet')).toBe('');
  });
});

test('five taps that start at once write five recordings into one new database', async () => {
  const place = new Place();
  const codes = [1, 2, 3, 4, 5];
  const ended = await Promise.all(codes.map((code) => place.record(agent('exit', code))));
  expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual(codes.map((code) => [code, '']));
  const recordings = await place.list();
  expect(recordings.map(({ exitCode }) => exitCode).sort()).toEqual(codes);
});
