import { spawn, type ChildProcess } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { dieBy } from './signals.js';

/** From closing the agent's stdin to SIGTERM, and from any signal that asks it to end to SIGKILL, in ms. */
const PATIENCE_MS = 3_000;
/** Between two looks whether the group is gone, in ms. */
const LOOK_MS = 50;
/** These end the group first, then us. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const SHELL = '/bin/sh';
/** `$1` leads the group, descriptor 3 leads to us: at its end without a word, we were killed. The times are those above. */
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
 * A tap that we are the client of, in a process group of its own with its agent and what that starts. The group ends with us,
 * whatever ends us: nobody else would ever end an agent that ignores the end of its stdin.
 */
export class TapGroup {
  readonly tap: ChildProcess;
  /** Resolves with the exit code or the signal of the tap, when the whole group has ended. Never after a signal that ends us. */
  readonly ended: Promise<number | NodeJS.Signals>;
  readonly #leaving: () => void;
  #watch: Duplex | undefined;
  #patience: NodeJS.Timeout | undefined;
  #signal: NodeJS.Signals | undefined;
  /** The tap has ended: only what it left behind is still to end. */
  #isOver = false;

  /** @param leaving called before a signal ends this process: removes what is temporary */
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
   * Closes the agent's stdin, and ends the group if that does not end it.
   *
   * @param goesOn told of an agent that goes on
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
    // who asks twice does not want to wait
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

  /** Ends what the agent left behind in the group. */
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

  /** Of a session of its own: what kills our group must not kill it. */
  #startWatch(): void {
    const { pid } = this.tap;
    if (pid === undefined) return;
    const shell = spawn(SHELL, ['-c', SCRIPT, 'turntable-guard', String(pid)], {
      cwd: '/',
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      detached: true,
      windowsHide: true,
    });
    // a system without a shell: what is left to the agent is the end of its stdin
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
