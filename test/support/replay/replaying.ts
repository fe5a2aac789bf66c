import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../processes/folders.js';
import { start, type Program } from '../processes/program.js';
import type { Entry } from './clients/recorded.js';
import { TURNTABLE } from '../turntable/turntable.js';
import { IN_VAIN_MS } from '../processes/until.js';

/** A replayed agent, as a client under test sees it: over a child process or in this one. */
export interface Run {
  /** Lines that the agent has said so far, without their newlines. */
  readonly said: readonly string[];
  /** Sends bytes, as they are. */
  write(bytes: string | Uint8Array): void;
  /** Calls back for each line from now on. */
  onLine(listener: (line: string) => void): void;
  /** Waits until this holds; false when the agent has ended or falls silent before. */
  waitFor(holds: () => boolean): Promise<boolean>;
  /** Ends the input and waits for the end of the replay. */
  finish(): Promise<Finished>;
}

/** A replay in a process of its own. */
export interface ChildRun extends Run {
  /** Resolves when it has ended, whether or not its input has. */
  readonly ended: Promise<Finished>;
}

/** How a replay ended. */
export interface Finished {
  readonly exit: number | null;
  readonly report: Report;
  readonly stderr: string;
}

/** What a report says, as far as tests look at it. */
export interface Report {
  readonly outcome: string;
  readonly divergences: readonly Divergence[];
}

export interface Divergence {
  readonly kind: string;
  /** The messages of the fixture that it names, as lines of its file: the nearest one, and those that might have come. */
  readonly nearest: number | undefined;
  readonly expected: readonly number[];
  /** All of it, as JSON. */
  readonly text: string;
}

/** Starts `turntable replay` in a child process. */
export function replayInChild(path: string, options: readonly string[] = []): ChildRun {
  const report = join(temporaryFolder(), 'report.json');
  const words = [process.execPath, TURNTABLE, 'replay', '--report', report, ...options, path];
  return new Child(start(words, { reads: false }), report);
}

/** Reads a report that was written as JSON. */
export function reportIn(json: string): Report {
  const { outcome, divergences } = JSON.parse(json) as { readonly outcome: string; readonly divergences: unknown[] };
  return { outcome, divergences: divergences.map(reportOf) };
}

/** The only place that knows what a divergence looks like in a report. */
export function reportOf(divergence: unknown): Divergence {
  const text = JSON.stringify(divergence);
  const { kind, nearest, expectedNext } = JSON.parse(text) as {
    readonly kind: string;
    readonly nearest?: { readonly line?: number };
    readonly expectedNext?: readonly { readonly line?: number }[];
  };
  return { kind, nearest: nearest?.line, expected: (expectedNext ?? []).flatMap(({ line }) => line ?? []), text };
}

/** Whether a divergence names a message of the fixture. */
export function names({ nearest, expected }: Divergence, { fileLine }: Entry): boolean {
  return fileLine !== undefined && (nearest === fileLine || expected.includes(fileLine));
}

class Child implements ChildRun {
  readonly said: string[] = [];
  readonly ended: Promise<Finished>;
  readonly #program: Program;
  readonly #listeners: ((line: string) => void)[] = [];
  #rest = '';
  #hasEnded = false;

  constructor(program: Program, report: string) {
    this.#program = program;
    this.ended = program.ended.then(({ code, stderr }) => {
      // without a report it never began
      if (!existsSync(report)) throw new Error(`exit ${String(code)}: ${stderr}`);
      return { exit: code, report: reportIn(readFileSync(report, 'utf8')), stderr };
    });
    program.output.setEncoding('utf8').on('data', (text: string) => {
      this.#take(text);
    });
    program.output.once('close', () => (this.#hasEnded = true));
  }

  write(bytes: string | Uint8Array): void {
    this.#program.write(bytes);
  }

  onLine(listener: (line: string) => void): void {
    this.#listeners.push(listener);
  }

  async waitFor(holds: () => boolean): Promise<boolean> {
    const giveUpAt = performance.now() + IN_VAIN_MS;
    while (!holds()) {
      if (this.#hasEnded || performance.now() > giveUpAt) return false;
      await this.#somethingOrAWhile();
    }
    return true;
  }

  async finish(): Promise<Finished> {
    this.#program.endInput();
    return this.ended;
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      this.said.push(line);
      for (const listener of this.#listeners) listener(line);
    }
  }

  async #somethingOrAWhile(): Promise<void> {
    const { output } = this.#program;
    await new Promise<void>((resolve) => {
      const go = () => {
        clearTimeout(timer);
        output.off('data', go).off('close', go);
        resolve();
      };
      const timer = setTimeout(go, 200);
      output.on('data', go).on('close', go);
    });
  }
}
