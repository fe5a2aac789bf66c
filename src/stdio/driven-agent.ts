import { spawn, type ChildProcess } from 'node:child_process';
import type { DriveInput } from '../replay/driving/drive-effects.js';
import type { ClientDriver } from '../replay/driving/driver.js';
import { joinBytes, LineSplitter } from '../wire/line-splitter.js';
import type { RequestMessage } from '../wire/message.js';

/** How driving a real agent ended. */
export interface DrivenRun {
  /** What a comparison of the two runs does not tell, a sentence each. */
  readonly notes: readonly string[];
  /** Everything was said, and all that was waited for came. */
  readonly isComplete: boolean;
  /** The exit code of the agent, where it ended by one. */
  readonly code: number | undefined;
  /** The end of what the agent said on stderr. */
  readonly stderr: string;
}

export interface DriveSettings {
  /** The command that is started, and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** How long the agent may be silent while it is waited for, in ms; 0: for ever. */
  readonly waitMs: number;
  /** Answers a request about a file of the real folder; the line to send, without newline. */
  readonly file: (request: RequestMessage) => Uint8Array;
}

/** After the last answer an agent may still tell of it; it is over when it said nothing for so long, in ms. */
const SETTLE_MS = 500;
/** One that never falls silent is left after so long, in ms. */
const LONGEST_SETTLE_MS = 5_000;
/** From closing its stdin to SIGTERM, and from there to SIGKILL, in ms. */
const PATIENCE_MS = 3_000;
const STDERR_CHARACTERS = 2_000;
const NEWLINE = new Uint8Array([0x0a]);
/** A longer line of the agent is in the recording, but nobody waits for it (as in {@link LineSplitter}). */
const LINE_LIMITS = { wholeBytes: 64 * 1024 * 1024, partBytes: 16 * 1024 * 1024 };
/** What ends us ends the agent first. */
const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Starts a real agent and lets a driver be its client. */
export class DrivenAgent {
  readonly #driver: ClientDriver;
  readonly #settings: DriveSettings;
  readonly #child: ChildProcess;
  readonly #notes: string[] = [];
  readonly #splitter: LineSplitter;
  #stderr = '';
  #isComplete = false;
  #isLeaving = false;
  #settlingSince: number | undefined;
  #wake: NodeJS.Timeout | undefined;
  #silence: NodeJS.Timeout | undefined;
  #patience: NodeJS.Timeout | undefined;

  constructor(driver: ClientDriver, settings: DriveSettings) {
    this.#driver = driver;
    this.#settings = settings;
    const [command, ...args] = settings.command;
    // a group of its own: one that does not end is ended with all that it started
    this.#child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
    const line = ({ bytes, parts }: { readonly bytes: Uint8Array; readonly parts: number }) => {
      if (parts === 0) this.#step({ type: 'line', bytes, atMs: performance.now() });
    };
    this.#splitter = new LineSplitter({ line, part: () => undefined }, { limits: LINE_LIMITS });
  }

  /** Says all that the recorded client said. Resolves when the agent has ended. */
  async run(): Promise<DrivenRun> {
    const { stdin, stdout, stderr } = this.#child;
    stdin?.on('error', () => undefined);
    stdout?.on('data', (chunk: Buffer) => {
      this.#splitter.push(chunk, 0);
    });
    stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_CHARACTERS);
    });
    const passOn = (signal: NodeJS.Signals): void => {
      this.#child.kill(signal);
      stop();
      process.kill(process.pid, signal);
    };
    const stop = (): void => {
      for (const signal of PASSED_ON) process.off(signal, passOn);
    };
    for (const signal of PASSED_ON) process.on(signal, passOn);
    const ended = new Promise<number | undefined>((resolve, reject) => {
      this.#child.once('error', reject).once('close', (code) => {
        resolve(code ?? undefined);
      });
    });
    this.#step({ type: 'time', atMs: performance.now() });
    const code = await ended.finally(stop);
    for (const timer of [this.#wake, this.#silence, this.#patience]) clearTimeout(timer);
    if (!this.#isLeaving && !this.#isComplete) {
      this.#notes.push(`the agent ended while it was waited for: ${this.#driver.awaited()}`);
    }
    return { notes: this.#notes, isComplete: this.#isComplete, code, stderr: this.#stderr };
  }

  #step(input: DriveInput): void {
    if (this.#isLeaving) return;
    const lines: Uint8Array[] = [];
    for (const effect of this.#driver.step(input)) {
      if (effect.type === 'note') this.#notes.push(effect.text);
      else lines.push(effect.type === 'file' ? this.#settings.file(effect.request) : effect.bytes, NEWLINE);
    }
    // in one piece: what the recorded client said at once is not to be torn apart
    if (lines.length > 0)
      this.#child.stdin?.write(
        joinBytes(
          lines,
          lines.reduce((sum, { length }) => sum + length, 0),
        ),
      );
    this.#rest();
  }

  /** Waits: for the next moment that time alone brings, for the agent, or for its last words. */
  #rest(): void {
    clearTimeout(this.#wake);
    clearTimeout(this.#silence);
    if (this.#driver.isDone) {
      this.#settle();
      return;
    }
    const { wakeMs } = this.#driver;
    if (wakeMs !== undefined) {
      const wake = (): void => {
        this.#step({ type: 'time', atMs: performance.now() });
      };
      this.#wake = setTimeout(wake, Math.max(1, wakeMs - performance.now()));
      return;
    }
    const { waitMs } = this.#settings;
    if (waitMs === 0) return;
    this.#silence = setTimeout(() => {
      this.#notes.push(`the agent said nothing for ${waitMs / 1000} s; awaited: ${this.#driver.awaited()}`);
      this.#leave();
    }, waitMs);
  }

  /** All is done; the agent may still speak, as long as the recorded one did. */
  #settle(): void {
    this.#isComplete = true;
    this.#settlingSince ??= performance.now();
    const { isAllTold, tailMs } = this.#driver;
    const silenceMs = isAllTold ? Math.max(SETTLE_MS, 2 * tailMs) : LONGEST_SETTLE_MS;
    const leftMs = this.#settlingSince + LONGEST_SETTLE_MS - performance.now();
    this.#silence = setTimeout(
      () => {
        this.#leave();
      },
      Math.max(0, Math.min(silenceMs, leftMs)),
    );
  }

  #leave(): void {
    this.#isLeaving = true;
    this.#child.stdin?.end();
    this.#patience = setTimeout(() => {
      this.#child.kill('SIGTERM');
      this.#patience = setTimeout(() => {
        this.#killAll();
      }, PATIENCE_MS);
    }, PATIENCE_MS);
  }

  /** The tap and the agent: it leads their group. */
  #killAll(): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // it ended just now
    }
  }
}
