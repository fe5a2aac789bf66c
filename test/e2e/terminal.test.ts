import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { modesLeft } from '../support/terminal/fake-terminal.js';
import { isRunning, isStopped } from '../support/processes/processes.js';
import { start, type Program } from '../support/processes/program.js';
import { skipLoudly } from '../support/processes/skip.js';
import { Tmux, WITH_TMUX } from '../support/terminal/tmux.js';
import { untilTrue } from '../support/processes/until.js';

const PROGRAM = [process.execPath, fileURLToPath(new URL('../support/screen/screen-program.js', import.meta.url))];

const WITH_SCRIPT = spawnSync('script', ['--version']).status === 0;
skipLoudly(!WITH_SCRIPT, 'every way out of the screen', 'script (util-linux) is not installed');

describe.runIf(WITH_SCRIPT)('the terminal is as it was', () => {
  /** The program in a terminal, and how that is set afterwards. */
  async function started(): Promise<{ terminal: Program; pid: number }> {
    const command = `${PROGRAM.map((word) => `'${word}'`).join(' ')}; code=$?; stty -a; exit $code`;
    const terminal = start(['script', '-qfec', command, '/dev/null'], { env: { TERM: 'xterm-256color' } });
    await terminal.says('edge');
    return { terminal, pid: Number(/pid (\d+)/.exec(terminal.stdout.toString())?.[1]) };
  }

  async function expectRestored(terminal: Program, code: number): Promise<string> {
    const ended = await terminal.ended;
    const output = ended.stdout.toString();
    expect(ended.code).toBe(code);
    expect(modesLeft(output)).toEqual([]);
    const after = output.slice(output.lastIndexOf('\u001b[?1049l'));
    expect(after).toMatch(/(?<!-)icanon/);
    expect(after).toMatch(/(?<!-)echo\b/);
    return after;
  }

  test.each([
    ['it quits', 'q', 0],
    ['the process is ended', 'e', 9],
  ])('when %s', async (_, key, code) => {
    const { terminal } = await started();
    terminal.write(key);
    await expectRestored(terminal, code);
  });

  test.each([
    ['something is thrown', 't', 'thrown'],
    ['a promise is rejected', 'r', 'rejected'],
    ['even giving it back throws', 'k', 'thrown'],
  ])('when %s, and then it is told what', async (_, key, reason) => {
    const { terminal } = await started();
    terminal.write(key);
    expect(await expectRestored(terminal, 70)).toContain(`said: ${reason}`);
  });

  test.each([
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGQUIT', 131],
    ['SIGTERM', 143],
  ] as const)('after %s', async (signal, code) => {
    const { terminal, pid } = await started();
    process.kill(pid, signal);
    await expectRestored(terminal, code);
  });

  test('and the process ends when the terminal is gone', async () => {
    const { terminal, pid } = await started();
    terminal.signal('SIGKILL');
    await untilTrue('the end of the program', () => !isRunning(pid));
  });
});

describe.runIf(WITH_TMUX)('in tmux', () => {
  test.each([
    'tmux-256color',
    'screen-256color',
    'screen',
    'xterm-256color',
    'xterm-kitty',
    'linux',
    'no-such-terminal',
  ])('TERM=%s: starts, hears keys, follows the size and gives the terminal back', async (TERM) => {
    const tmux = new Tmux({ width: 60, height: 8, env: { TERM } }).start(PROGRAM);
    await tmux.shows(/size 60x8/);
    expect(tmux.about('#{alternate_on} #{mouse_any_flag}')).toBe('1 1');
    tmux.keys('j', 'Down', 'S-Right', 'PageDown', 'Escape', 'G', 'C-d', 'BTab');
    const screen = await tmux.shows('heard j down S-right pagedown escape S-g C-d S-tab');
    expect(screen).toContain('unsafe ␛[2J <009B>31m 👍 日本 é');
    expect(screen).not.toMatch(/Error on/);
    tmux.resize(40, 12);
    await tmux.until(
      'the new size',
      (now) => now.includes('size 40x12') && now.split('\n')[11]?.endsWith('edge') === true,
    );
    tmux.keys('q');
    await tmux.shows('[exit 0]');
    expect(tmux.about('#{alternate_on} #{mouse_any_flag} #{cursor_flag} #{keypad_flag} #{wrap_flag}')).toBe(
      '0 0 1 0 1',
    );
  });

  test('without UTF-8 it is ASCII, without colours it is plain', async () => {
    const tmux = new Tmux({ width: 60, height: 8, env: { LC_ALL: 'C', LANG: 'C', NO_COLOR: '1' } }).start(PROGRAM);
    expect(await tmux.shows('edge')).toContain('unsafe ^[[2J <009B>31m ? ?? ?');
    // eslint-disable-next-line no-control-regex
    expect(tmux.colours()).not.toMatch(/\u001b\[[0-9;]*(3[0-8]|9[0-7])/);
  });

  test('what is pasted is no keys', async () => {
    const tmux = new Tmux().start(PROGRAM);
    await tmux.shows('edge');
    tmux.paste('qt');
    await tmux.shows('heard pasted:qt');
  });

  test('Ctrl-Z stops it and gives the terminal to the shell; fg brings all of it back', async () => {
    const tmux = new Tmux({ width: 60, height: 8, env: { PS1: 'shell> ' } }).start(['sh', '-i']);
    await tmux.shows('shell>');
    tmux.type(`${PROGRAM.join(' ')}; echo "[left $?]"\n`);
    await tmux.shows('edge');
    tmux.keys('j', 'C-z');
    await tmux.until('the shell', (screen) => screen.trimEnd().endsWith('shell>'));
    expect(tmux.about('#{alternate_on} #{mouse_any_flag}')).toBe('0 0');
    tmux.resize(50, 9);
    tmux.type('fg\n');
    await tmux.shows('size 50x9');
    expect(tmux.about('#{alternate_on} #{mouse_any_flag}')).toBe('1 1');
    tmux.keys('h');
    await tmux.shows('heard j C-z h');
  });

  test('Ctrl-Z where no shell would wake it does no harm', async () => {
    const tmux = new Tmux().start(PROGRAM);
    await tmux.shows('edge');
    tmux.keys('C-z');
    await tmux.shows('heard C-z');
    tmux.keys('j');
    await tmux.shows('heard C-z j');
    expect(tmux.about('#{alternate_on}')).toBe('1');
  });

  test('stopped and woken from outside it paints all of it again', async () => {
    const tmux = new Tmux().start(PROGRAM);
    const pid = Number(/pid (\d+)/.exec(await tmux.shows(/edge/))?.[1]);
    process.kill(pid, 'SIGSTOP');
    await untilTrue('the stop', () => isStopped(pid));
    process.kill(pid, 'SIGCONT');
    tmux.keys('j');
    await tmux.shows('heard j');
  });

  test('$PAGER has the terminal, and its Ctrl-C is its own', async () => {
    const tmux = new Tmux({ env: { PAGER: 'cat; read -r line < /dev/tty' } }).start(PROGRAM);
    await tmux.shows('edge');
    tmux.keys('l');
    const screen = await tmux.shows('of the pager');
    expect(screen).toContain('of the pager \\u001b[31m');
    expect(tmux.about('#{alternate_on}')).toBe('0');
    tmux.keys('C-c');
    await tmux.shows('heard l paged');
    expect(tmux.about('#{alternate_on}')).toBe('1');
    tmux.keys('q');
    await tmux.shows('[exit 0]');
  });

  test('a Ctrl-C for $PAGER that is heard of only after its end does not end the screen', async () => {
    // stopped meanwhile, the screen hears of both at once, of the end first
    const PAGER = 'cat; kill -STOP $PPID; kill -INT $PPID; { sleep 0.2; kill -CONT $PPID; } & exit 130';
    const tmux = new Tmux({ env: { PAGER } }).start(PROGRAM);
    await tmux.shows('edge');
    tmux.keys('l');
    await tmux.shows('heard l paged');
    tmux.keys('q');
    await tmux.shows('[exit 0]');
  });
});
