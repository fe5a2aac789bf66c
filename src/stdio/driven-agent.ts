import { spawn, type ChildProcess } from 'node:child_process';
import type { ClientDriver, DriveEffect } from '../replay/driving/driver.js';
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
/** From closing its stdin to SIGTERM, and from there to SIGKILL, in ms. */
const PATIENCE_MS = 3_000;
const STDERR_CHARACTERS = 2_000;
const NEWLINE = new Uint8Array([0x0a]);

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
  #wake: NodeJS.Timeout | undefined;
  #silence: NodeJS.Timeout | undefined;
  #patience: NodeJS.Timeout | undefined;

  constructor(driver: ClientDriver, settings: DriveSettings) {
    this.#driver = driver;
    this.#settings = settings;
    const [command, ...args] = settings.command;
    this.#child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#splitter = new LineSplitter({
      line: ({ bytes, parts }) => {
        if (parts === 0) this.#step({ type: 'line', bytes, atMs: performance.now() });
      },
      part: () => undefined,
    });
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
    const ended = new Promise<number | undefined>((resolve, reject) => {
      this.#child.once('error', reject).once('close', (code) => {
        resolve(code ?? undefined);
      });
    });
    this.#step({ type: 'time', atMs: performance.now() });
    const code = await ended;
    for (const timer of [this.#wake, this.#silence, this.#patience]) clearTimeout(timer);
    if (!this.#isLeaving) this.#notes.push(`the agent ended while it was waited for: ${this.#driver.awaited()}`);
    return { notes: this.#notes, isComplete: this.#isComplete, code, stderr: this.#stderr };
  }

  #step(input: Parameters<ClientDriver['step']>[0]): void {
    if (this.#isLeaving) return;
    for (const effect of this.#driver.step(input)) this.#do(effect);
    this.#rest();
  }

  #do(effect: DriveEffect): void {
    switch (effect.type) {
      case 'send':
        this.#write(effect.bytes);
        break;
      case 'note':
        this.#notes.push(effect.text);
        break;
      case 'file':
        this.#write(this.#settings.file(effect.request));
        break;
      default:
        effect satisfies never;
    }
  }

  #write(bytes: Uint8Array): void {
    this.#child.stdin?.write(joinBytes([bytes, NEWLINE], bytes.length + 1));
  }

  /** Waits: for the next moment that time alone brings, for the agent, or for its last words. */
  #rest(): void {
    clearTimeout(this.#wake);
    clearTimeout(this.#silence);
    if (this.#driver.isDone) {
      this.#isComplete = true;
      this.#silence = setTimeout(() => {
        this.#leave();
      }, SETTLE_MS);
      return;
    }
    const { wakeMs } = this.#driver;
    if (wakeMs !== undefined) {
      this.#wake = setTimeout(
        () => {
          this.#step({ type: 'time', atMs: performance.now() });
        },
        Math.max(1, wakeMs - performance.now()),
      );
    }
    const { waitMs } = this.#settings;
    if (waitMs === 0) return;
    this.#silence = setTimeout(() => {
      this.#notes.push(`the agent said nothing for ${waitMs / 1000} s; awaited: ${this.#driver.awaited()}`);
      this.#leave();
    }, waitMs);
  }

  #leave(): void {
    this.#isLeaving = true;
    this.#child.stdin?.end();
    this.#patience = setTimeout(() => {
      this.#child.kill('SIGTERM');
      this.#patience = setTimeout(() => this.#child.kill('SIGKILL'), PATIENCE_MS);
    }, PATIENCE_MS);
  }
}
