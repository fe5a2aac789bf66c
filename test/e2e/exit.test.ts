import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agent, Place, script } from '../support/turntable/turntable.js';

describe('the tap ends as the agent does', () => {
  test.each([0, 3, 255])('with code %i', async (code) => {
    const place = new Place();
    const ended = await place.record(agent('exit', code));
    expect(ended).toMatchObject({ code, signal: null, stderr: '' });
    expect(await place.recording()).toMatchObject({ exitCode: code, exitSignal: null, state: 'ended' });
  });

  test('at once, although the client keeps the pipe open', async () => {
    const place = new Place();
    expect((await place.tap(agent('exit', 4)).ended).code).toBe(4);
  });

  test.each(['SIGKILL', 'SIGTERM', 'SIGSEGV', 'SIGINT', 'SIGPIPE', 'SIGUSR1'] as const)('by %s', async (signal) => {
    const place = new Place();
    const ended = await place.record(agent('die', signal));
    expect(ended).toMatchObject({ code: null, signal, stderr: '' });
    expect(await place.recording()).toMatchObject({ exitCode: null, exitSignal: signal, state: 'ended' });
  });
});

describe('a command that cannot be started gets one clear line and no recording', () => {
  async function failure(command: string, place = new Place()) {
    const { code, stdout, stderr } = await place.record([command, 'word']);
    expect(stdout.length).toBe(0);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toContain(JSON.stringify(command));
    expect(place.journals()).toEqual([]);
    return { code, stderr };
  }

  test('127 where it is not on the PATH', async () => {
    const { code, stderr } = await failure('no-such-agent');
    expect({ code, stderr }).toEqual({
      code: 127,
      stderr: 'turntable: cannot start "no-such-agent": not found on the PATH\n',
    });
  });

  test('127 where there is no such file', async () => {
    expect((await failure('/nowhere/agent')).code).toBe(127);
  });

  test('126 where it is not executable', async () => {
    const place = new Place();
    const file = join(place.folder, 'agent.sh');
    writeFileSync(file, '#!/bin/sh\n');
    chmodSync(file, 0o644);
    const { code, stderr } = await failure(file, place);
    expect(code).toBe(126);
    expect(stderr).toMatch(/not executable/);
  });

  test('126 where it is a folder', async () => {
    const place = new Place();
    const folder = join(place.folder, 'agent');
    mkdirSync(folder);
    expect((await failure(folder, place)).code).toBe(126);
  });
});

describe('a wrong use of record exits 2, says what is wrong on stderr and starts nothing', () => {
  test.each([
    ['no agent', [], 'needs the command of an agent'],
    ['an unknown option', ['--nmae', 'x', '--', 'true'], 'unknown option "--nmae"'],
    ['an option without its value', ['--name', '--', 'true'], '--name needs a value'],
    ['--keep without --name', ['--keep', '3', '--', 'true'], '--keep counts recordings of one name'],
    ['--keep with a word', ['--name', 'x', '--keep', 'many', '--', 'true'], 'invalid --keep "many"'],
    ['--stderr with another word', ['--stderr', 'pipe', '--', 'true'], 'invalid --stderr "pipe"'],
    ['a value for a flag', ['--hash=1', '--', 'true'], '--hash takes no value'],
  ])('%s', async (_, words, message) => {
    const place = new Place();
    const { code, stdout, stderr } = await place.turntable('record', ...words);
    expect({ code, stdout: stdout.toString() }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(place.journals()).toEqual([]);
  });
});

test('the agent begins at the first word that is no option, without any dashes', async () => {
  const place = new Place();
  const [node = '', ...words] = script('console.log(process.argv[1])', 'x');
  const ended = await place.turntable('record', '--db', place.db, node, ...words);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(ended.stdout.toString()).toBe('x\n');
});

test('record --help names every option and exits 0', async () => {
  const place = new Place();
  const { code, stdout } = await place.turntable('record', '--help');
  expect(code).toBe(0);
  for (const name of ['--db', '--name', '--fixture', '--keep', '--id-file', '--stderr', '--hash', '--quiet']) {
    expect(stdout.toString()).toContain(name);
  }
});
