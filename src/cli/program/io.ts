import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { escapeUnsafe, escapeUnsafeLines } from '../../wire/plain-text.js';

/** Gathered up to here before it is written, in characters. */
const GATHERED_CHARACTERS = 64 * 1024;

export type Colour = 'dim' | 'bold' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan';

const COLOUR_CODES: Readonly<Record<Colour, number>> = {
  bold: 1,
  dim: 2,
  red: 31,
  green: 32,
  yellow: 33,
  blue: 34,
  magenta: 35,
  cyan: 36,
};

/** What a command may touch of its surroundings. Results go to stdout, talk to stderr. */
export class CliIo {
  readonly env: NodeJS.ProcessEnv;
  readonly stdoutIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  /** The width of the terminal, or of lines that go elsewhere, in characters. */
  readonly columns: number;
  readonly #stdout: Writable;
  readonly #stderr: Writable;
  #pending: string[] = [];
  #pendingCharacters = 0;

  constructor(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream, env: NodeJS.ProcessEnv) {
    this.#stdout = stdout;
    this.#stderr = stderr;
    this.env = env;
    this.stdoutIsTerminal = stdout.isTTY;
    this.stderrIsTerminal = stderr.isTTY;
    this.columns = stdout.isTTY ? stdout.columns : Infinity;
  }

  /** Writes a result. Resolves at once unless the reader is slow. */
  async print(text: string): Promise<void> {
    this.#pending.push(text);
    this.#pendingCharacters += text.length;
    if (this.#pendingCharacters >= GATHERED_CHARACTERS) await this.flush();
  }

  async printLine(text = ''): Promise<void> {
    await this.print(`${text}\n`);
  }

  /** Writes bytes of a recording as they are. */
  async printBytes(bytes: Uint8Array): Promise<void> {
    await this.flush();
    if (!this.#stdout.write(bytes)) await once(this.#stdout, 'drain');
  }

  /** Writes what is gathered. */
  async flush(): Promise<void> {
    if (this.#pending.length === 0) return;
    const text = this.#pending.join('');
    this.#pending = [];
    this.#pendingCharacters = 0;
    if (!this.#stdout.write(text)) await once(this.#stdout, 'drain');
  }

  /** Says something to the person: not a result. */
  readonly say = (text: string): void => {
    // it may hold what was recorded
    this.#stderr.write(`${escapeUnsafeLines(text)}\n`);
  };

  /** Shows how far long work is, where a person may be looking; `undefined` takes the line away. */
  progress(text: string | undefined): void {
    if (this.stderrIsTerminal) this.#stderr.write(`\r\u001b[K${escapeUnsafe(text ?? '')}`);
  }

  /** `text` in a colour, where stdout is a terminal that wants any. */
  paint(colour: Colour, text: string): string {
    if (!this.stdoutIsTerminal || this.env['NO_COLOR'] || this.env['TERM'] === 'dumb') return text;
    return `\u001b[${COLOUR_CODES[colour]}m${text}\u001b[0m`;
  }
}
