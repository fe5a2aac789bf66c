import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { environment } from '../processes/program.js';
import { skipLoudly } from '../processes/skip.js';
import { until } from '../processes/until.js';

/** Whether tests in a real terminal can run. In CI it is an error if they cannot (TURNTABLE_REQUIRE_TMUX=1). */
export const WITH_TMUX = spawnSync('tmux', ['-V']).status === 0;

if (!WITH_TMUX && process.env['TURNTABLE_REQUIRE_TMUX'] === '1') {
  throw new Error('tmux is not installed, and TURNTABLE_REQUIRE_TMUX=1 says that the tests in it must run');
}
skipLoudly(!WITH_TMUX, 'the screen in a terminal', 'tmux is not installed');

export interface TmuxOptions {
  readonly width?: number;
  readonly height?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A terminal of the test's own, with its own server: no other is touched, and it is gone with the test. */
export class Tmux {
  readonly #socket = `turntable-${process.pid}-${randomBytes(4).toString('hex')}`;
  readonly #options: Required<TmuxOptions>;

  constructor({ width = 80, height = 24, env = {}, cwd = process.cwd() }: TmuxOptions = {}) {
    this.#options = { width, height, env, cwd };
  }

  /** Runs a program in it; when it has ended, its exit code stands below: `[exit 0]`. */
  start(words: readonly string[]): this {
    const { width, height, env, cwd } = this.#options;
    const own = Object.entries({ LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', ...env });
    // the shell outlives a Ctrl-C that is meant for the program
    const command = `trap : INT QUIT; ${words.map(quoted).join(' ')}; echo "[exit $?]"; exec sleep 1000`;
    const size = ['-x', String(width), '-y', String(height)];
    this.#run(
      ...['new-session', '-d', '-s', 'test', '-c', cwd, ...size],
      ...own.flatMap(([name, value]) => ['-e', `${name}=${value}`]),
      ...['sh', '-c', command],
      // Esc is not held back; the terminal's clipboard may be asked for
      ...[
        ';',
        'set',
        '-g',
        'status',
        'off',
        ';',
        'set',
        '-g',
        'escape-time',
        '0',
        ';',
        'set',
        '-g',
        'set-clipboard',
        'on',
      ],
      ...[';', 'resize-window', '-t', 'test', ...size],
    );
    onTestFinished(() => {
      spawnSync('tmux', ['-L', this.#socket, 'kill-server']);
    });
    return this;
  }

  /** Presses keys by the names of tmux: `j`, `Enter`, `C-d`, `S-Right`, `PageDown`. */
  keys(...names: readonly string[]): void {
    this.#run('send-keys', '-t', 'test', ...names);
  }

  /** Types a text as it is. */
  type(text: string): void {
    this.#run('send-keys', '-t', 'test', '-l', text);
  }

  /** Pastes a text, marked as pasted where the program has asked for that. */
  paste(text: string): void {
    this.#run('set-buffer', text, ';', 'paste-buffer', '-p', '-t', 'test');
  }

  resize(width: number, height: number): void {
    this.#run('resize-window', '-t', 'test', '-x', String(width), '-y', String(height));
  }

  /** What can be seen, without the blanks at the ends of rows. */
  screen(): string {
    return this.#run('capture-pane', '-p', '-t', 'test');
  }

  /** What can be seen, with its colours as escape sequences. */
  colours(): string {
    return this.#run('capture-pane', '-p', '-e', '-t', 'test');
  }

  /** What tmux knows of the terminal: `#{alternate_on}`, `#{mouse_any_flag}`, `#{cursor_flag}`. */
  about(format: string): string {
    return this.#run('display-message', '-p', '-t', 'test', format).trim();
  }

  /** What was last copied into the clipboard of the terminal. */
  clipboard(): string {
    return this.#run('show-buffer');
  }

  /** Waits until the screen holds a text, or matches; returns it. */
  async shows(wanted: string | RegExp): Promise<string> {
    return this.until(`${String(wanted)} on the screen`, (screen) =>
      typeof wanted === 'string' ? screen.includes(wanted) : wanted.test(screen),
    );
  }

  /** Waits until the screen is as it should be; returns it. What was seen last stands in the error. */
  async until(what: string, holds: (screen: string) => boolean): Promise<string> {
    let screen = '';
    try {
      return await until(what, () => {
        screen = this.screen();
        return holds(screen) ? screen : undefined;
      });
    } catch (error) {
      throw new Error(`${String(error)}; the screen shows:\n${screen}`, { cause: error });
    }
  }

  #run(...words: readonly string[]): string {
    // no tmux that the tests themselves run in is meant
    const env = environment({ TMUX: undefined, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', TERM: 'xterm-256color' });
    return execFileSync('tmux', ['-L', this.#socket, '-f', '/dev/null', ...words], {
      encoding: 'utf8',
      env,
      stdio: 'pipe',
    });
  }
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
