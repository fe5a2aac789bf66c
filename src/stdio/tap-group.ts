import { spawn, type ChildProcess } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { dieBy } from './signals.js';

/** How long to wait after closing the agent's stdin before SIGTERM, and after a signal that asks it to end before SIGKILL, in ms. */
const PATIENCE_MS = 3_000;
/** Between two looks whether the group is gone, in ms. */
const LOOK_MS = 50;
/** Signals that are passed to the group first, and then end us. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const SHELL = '/bin/sh';
/**
 * `$1` is the leader of the group, descriptor 3 a pipe to us. If the pipe closes without a line, we were killed. The times are those above.
 */
const SCRIPT = `
read -r word <&3 && exit
kill -TERM "-$1" || exit
for second in 1 2 3; do
  sleep 1
  kill -0 "-$1" || exit
done
kill -KILL "-$1"
`;

/**
 * A tap whose client we are. It runs in a process group of its own, with its agent and the processes that the agent starts. The group
 * always ends with us, even if we are killed: nobody else would end an agent that ignores the end of its stdin.
 */
export class TapGroup {
  readonly tap: ChildProcess;
  /**
   * Resolves with the exit code or the signal of the tap, when the whole group has ended. Does not resolve after a signal that ends us.
   */
  readonly ended: Promise<number | NodeJS.Signals>;
  readonly #leaving: () => void;
  #watch: Duplex | undefined;
  #patience: NodeJS.Timeout | undefined;
  #signal: NodeJS.Signals | undefined;
  /** Whether the tap has ended, so that only processes it left behind have to end. */
  #isOver = false;

  /** @param leaving called before a signal ends this process, to remove temporary files */
  constructor([command, ...args]: readonly [string, ...string[]], leaving: () => void) {
    this.#leaving = leaving;
    this.tap = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true, windowsHide: true });
    this.tap.stdin?.on('error', () => undefined);
    const passOn = (signal: NodeJS.Signals): void => {
      this.#signalled(signal);
    };
    for (const signal of ENDING) process.on(signal, passOn);
    this.ended = new Promise((resolve, reject) => {
      this.tap.once('error', reject);
      this.tap.once('close', (code, signal) => {
        void this.#clear().then(() => {
          if (this.#signal !== undefined) this.#die(this.#signal);
          else resolve(code ?? signal ?? 'SIGKILL');
        });
      });
    }).finally(() => {
      for (const signal of ENDING) process.off(signal, passOn);
    }) as Promise<number | NodeJS.Signals>;
    this.#startWatch();
  }

  /**
   * Closes the agent's stdin, and ends the group if the agent does not end by itself.
   *
   * @param goesOn called if the agent does not end
   */
  leave(goesOn: () => void = () => undefined): void {
    if (this.#isOver) return;
    this.tap.stdin?.end();
    this.#patience = setTimeout(() => {
      goesOn();
      this.tap.kill('SIGTERM');
      this.#killLater();
    }, PATIENCE_MS);
  }

  #signalled(signal: NodeJS.Signals): void {
    // a second signal means that the person does not want to wait
    if (this.#signal !== undefined) this.#signalAll('SIGKILL');
    this.#signal ??= signal;
    if (!this.#signalAll(signal)) this.tap.kill(signal);
    if (!this.#isOver) this.#killLater();
  }

  #killLater(): void {
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => {
      if (!this.#signalAll('SIGKILL')) this.tap.kill('SIGKILL');
    }, PATIENCE_MS);
  }

  /** Ends the processes that the agent left behind in the group. */
  async #clear(): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#patience);
    this.#signalAll('SIGTERM');
    for (let waitedMs = 0; this.#signalAll(0) && waitedMs < PATIENCE_MS; waitedMs += LOOK_MS) await sleep(LOOK_MS);
    this.#signalAll('SIGKILL');
    this.#watch?.end('done\n');
  }

  /** @returns false if there is no such group */
  #signalAll(signal: NodeJS.Signals | 0): boolean {
    const { pid } = this.tap;
    if (pid === undefined) return false;
    try {
      return process.kill(-pid, signal);
    } catch {
      return false;
    }
  }

  /** Starts a shell that ends the group if we are killed. It has a session of its own, so that a signal to our group does not kill it. */
  #startWatch(): void {
    const { pid } = this.tap;
    if (pid === undefined) return;
    const shell = spawn(SHELL, ['-c', SCRIPT, 'turntable-guard', String(pid)], {
      cwd: '/',
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      detached: true,
      windowsHide: true,
    });
    // a system without a shell: the agent then only sees the end of its stdin
    shell.once('error', () => undefined).unref();
    const watch = shell.stdio[3] as (Duplex & { unref(): void }) | null | undefined;
    watch?.on('error', () => undefined).unref();
    this.#watch = watch ?? undefined;
  }

  #die(signal: NodeJS.Signals): void {
    try {
      this.#leaving();
    } finally {
      dieBy(signal);
    }
  }
}
