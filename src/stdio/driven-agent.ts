import type { DriveInput } from '../replay/driving/drive-effects.js';
import type { ClientDriver } from '../replay/driving/driver.js';
import { joinBytes, LineSplitter } from '../wire/line-splitter.js';
import type { RequestMessage } from '../wire/message.js';
import { TapGroup } from './tap-group.js';

/** How driving a real agent ended. */
export interface DrivenRun {
  /** Problems that a comparison of the two runs does not show, one sentence each. */
  readonly notes: readonly string[];
  /** Whether everything was sent, and everything that was waited for has come. */
  readonly isComplete: boolean;
  /** The exit code of the agent; undefined if a signal ended it. */
  readonly code: number | undefined;
  /** The last part of the agent's stderr. */
  readonly stderr: string;
}

export interface DriveSettings {
  /** The tap with the agent behind it: a command and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** How long the agent may be silent while the client waits for it, in ms; 0: for ever. */
  readonly waitMs: number;
  /** Answers a request about a file of the real folder. Returns the line to send, without newline. */
  readonly file: (request: RequestMessage) => Uint8Array;
  /** Called before a signal ends this process, to remove temporary files. */
  readonly leaving: () => void;
}

/** After its last answer an agent may still send updates. The run is over after this much silence, in ms. */
const SETTLE_MS = 500;
/** If the agent is never silent, the run is over after this time, in ms. */
const LONGEST_SETTLE_MS = 5_000;
const STDERR_CHARACTERS = 2_000;
const NEWLINE = new Uint8Array([0x0a]);
/** A longer line of the agent is recorded, but not understood here (see {@link LineSplitter}). */
const LINE_LIMITS = { wholeBytes: 64 * 1024 * 1024, partBytes: 16 * 1024 * 1024 };

/** Starts a real agent and lets a driver be its client. */
export class DrivenAgent {
  readonly #driver: ClientDriver;
  readonly #settings: DriveSettings;
  readonly #group: TapGroup;
  readonly #notes: string[] = [];
  readonly #splitter: LineSplitter;
  #stderr = '';
  #isComplete = false;
  #isLeaving = false;
  #settlingSince: number | undefined;
  #wake: NodeJS.Timeout | undefined;
  #silence: NodeJS.Timeout | undefined;

  constructor(driver: ClientDriver, settings: DriveSettings) {
    this.#driver = driver;
    this.#settings = settings;
    this.#group = new TapGroup(settings.command, settings.leaving);
    const line = ({ bytes, parts }: { readonly bytes: Uint8Array; readonly parts: number }) => {
      if (parts === 0) this.#step({ type: 'line', bytes, atMs: performance.now() });
    };
    this.#splitter = new LineSplitter({ line, part: () => undefined }, { limits: LINE_LIMITS });
  }

  /** Sends everything that the recorded client sent. Resolves when the agent has ended. */
  async run(): Promise<DrivenRun> {
    const { stdout, stderr } = this.#group.tap;
    stdout?.on('data', (chunk: Buffer) => {
      this.#splitter.push(chunk, 0);
    });
    stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_CHARACTERS);
    });
    this.#step({ type: 'time', atMs: performance.now() });
    const end = await this.#group.ended;
    for (const timer of [this.#wake, this.#silence]) clearTimeout(timer);
    if (!this.#isLeaving && !this.#isComplete) {
      this.#notes.push(`the agent ended before ${this.#driver.awaited()}`);
    }
    return {
      notes: this.#notes,
      isComplete: this.#isComplete,
      code: typeof end === 'number' ? end : undefined,
      stderr: this.#stderr,
    };
  }

  #step(input: DriveInput): void {
    if (this.#isLeaving) return;
    const lines: Uint8Array[] = [];
    for (const effect of this.#driver.step(input)) {
      if (effect.type === 'note') this.#notes.push(effect.text);
      else lines.push(effect.type === 'file' ? this.#settings.file(effect.request) : effect.bytes, NEWLINE);
    }
    // in one write, because the recorded client sent it at once
    if (lines.length > 0) this.#group.tap.stdin?.write(joinBytes(lines));
    this.#rest();
  }

  /** Waits for the next message that depends on time alone, for the agent, or for its last output. */
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
      this.#notes.push(`the agent sent nothing for ${waitMs / 1000} s; still waiting for ${this.#driver.awaited()}`);
      this.#leave();
    }, waitMs);
  }

  /** Everything is done. The agent may go on for as long as the recorded one did. */
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
    this.#group.leave();
  }
}
