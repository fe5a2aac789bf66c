import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { childrenOf, listens } from '../support/processes/processes.js';
import { notesIn, start } from '../support/processes/program.js';
import { skipLoudly } from '../support/processes/skip.js';
import { agent, Place, script } from '../support/turntable/turntable.js';
import { untilTrue } from '../support/processes/until.js';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const;

describe('a signal to the tap alone reaches the agent once', () => {
  test.each(SIGNALS)('%s', async (signal) => {
    const place = new Place();
    const tap = place.tap(agent('count-signals', 200));
    await tap.note('_ready');
    tap.signal(signal);
    expect((await tap.note('_signals')).params).toEqual({ [signal]: 1 });
    expect(await tap.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
    const events = await place.entries();
    expect(events.filter(({ name }) => name === 'signal').map(({ fields }) => fields)).toEqual([{ name: signal }]);
  });

  test('also where the tap leads a process group', async () => {
    const place = new Place();
    const tap = place.tap(agent('count-signals', 500), { detached: true });
    await tap.note('_ready');
    tap.signal('SIGTERM');
    expect((await tap.note('_signals')).params).toEqual({ SIGTERM: 1 });
  });

  test('and again for the next one, while the agent ignores it', async () => {
    const place = new Place();
    const tap = place.tap(agent('ignore-sigterm'));
    await tap.note('_ready');
    for (const count of [1, 2]) {
      tap.signal('SIGTERM');
      await untilTrue(`SIGTERM ${count}`, () => notesIn(tap.stdout).length === 1 + count);
    }
    tap.endInput();
    const { code, stdout } = await tap.ended;
    expect(code).toBe(0);
    expect(notesIn(stdout).map(({ params }) => params['count'])).toEqual([undefined, 1, 2]);
  });

  test('whenever it comes: the tap always ends by it, and never leaves the agent behind', async () => {
    for (const afterMs of [0, 15, 30, 45, 60, 80, 110]) {
      const place = new Place();
      const tap = place.tap(agent('echo'));
      await sleep(afterMs);
      tap.signal('SIGTERM');
      expect(await tap.ended, `after ${afterMs} ms`).toMatchObject({ code: null, signal: 'SIGTERM' });
    }
  });
});

describe('a signal to the process group reaches the agent once', () => {
  test.each(SIGNALS)('%s, though the agent takes its time', async (signal) => {
    const place = new Place();
    const tap = place.tap(agent('count-signals', 600), { detached: true });
    await tap.note('_ready');
    process.kill(-tap.pid, signal);
    expect((await tap.note('_signals')).params).toEqual({ [signal]: 1 });
    expect((await tap.ended).code).toBe(0);
    expect(await place.recording()).toMatchObject({ state: 'ended', exitCode: 0 });
  });

  test('that another process leads', async () => {
    const place = new Place();
    // the colon keeps the shell
    const words = place.tapWords(agent('count-signals', 600));
    const shell = start(['sh', '-c', 'trap "" TERM; "$@"; :', 'sh', ...words], { detached: true });
    await shell.says('_ready');
    process.kill(-shell.pid, 'SIGTERM');
    expect((await shell.note('_signals')).params).toEqual({ SIGTERM: 1 });
  });

  test('and so does the next one', async () => {
    const place = new Place();
    const tap = place.tap(agent('ignore-sigterm'), { detached: true });
    await tap.note('_ready');
    for (const count of [1, 2, 3]) {
      process.kill(-tap.pid, 'SIGTERM');
      await untilTrue(`SIGTERM ${count}`, () => notesIn(tap.stdout).length >= 1 + count);
    }
    tap.endInput();
    expect(notesIn((await tap.ended).stdout).map(({ params }) => params['count'])).toEqual([undefined, 1, 2, 3]);
  });

  test('also where the tap and all that it started are signalled one by one', async () => {
    const place = new Place();
    const tap = place.tap(agent('count-signals', 600));
    await tap.note('_ready');
    await untilTrue('the guard', () => childrenOf(tap.pid).length > 1);
    for (const pid of [...childrenOf(tap.pid), tap.pid]) process.kill(pid, 'SIGTERM');
    expect((await tap.note('_signals')).params).toEqual({ SIGTERM: 1 });
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('and %s ends it, and the tap with it', async (signal) => {
    const place = new Place();
    const tap = place.tap(agent('ignore-eof'), { detached: true });
    await tap.note('_ready');
    process.kill(-tap.pid, signal);
    expect(await tap.ended).toMatchObject({ code: null, signal });
    expect(await place.recording()).toMatchObject({ exitSignal: signal, state: 'ended' });
  });
});

test('SIGUSR1 opens no debug port in the tap', async () => {
  const place = new Place();
  const source = `process.on('SIGUSR1', () => console.log('{"jsonrpc":"2.0","method":"_signals","params":{}}'));
    console.log('{"jsonrpc":"2.0","method":"_ready","params":{}}');
    process.stdin.resume();`;
  const tap = place.tap(script(source));
  await tap.note('_ready');
  tap.signal('SIGUSR1');
  // the agent has it, so the tap had it before
  await tap.note('_signals');
  expect(listens(tap.pid)).toBe(false);
  tap.signal('SIGTERM');
  expect(await tap.ended).toMatchObject({ stderr: '' });
});

describe('in a terminal', () => {
  const withScript = spawnSync('script', ['--version']).status === 0;
  skipLoudly(!withScript, 'signals from a terminal', 'script (util-linux) is not installed');

  test.runIf(withScript)('Ctrl-C reaches the agent once', async () => {
    const place = new Place();
    const words = place.tapWords(agent('count-signals', 600)).map((word) => `'${word}'`);
    // the colon keeps the shell: it leads, as in a terminal
    const terminal = start(['script', '-qfec', `${words.join(' ')}; :`, '/dev/null'], { cwd: place.folder });
    await terminal.says('_ready');
    terminal.write('\u0003');
    await terminal.says('"_signals"');
    expect(terminal.stdout.toString()).toContain('"params":{"SIGINT":1}');
  });

  test.runIf(withScript)(
    'one line on stderr names the recording and the database, and --quiet silences it',
    async () => {
      const place = new Place();
      const say = async (...options: string[]): Promise<string> => {
        const words = place.tapWords(agent('exit', 0), { options }).map((word) => `'${word}'`);
        const terminal = start(['script', '-qfec', words.join(' '), '/dev/null'], { cwd: place.folder });
        return (await terminal.ended).stdout.toString();
      };
      expect(await say()).toMatch(new RegExp(`^turntable: recording [0-9a-z]{16} into ${place.db}\r\n$`));
      expect(await say('--quiet')).toBe('');
    },
  );
});
