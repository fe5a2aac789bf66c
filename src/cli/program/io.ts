import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { isatty } from 'node:tty';
import { escapeUnsafe, escapeUnsafeLines } from '../../wire/plain-text.js';

/** Gathered up to here before it is written, in characters. */
const GATHERED_CHARACTERS = 64 * 1024;

export type Colour = 'dim' | 'bold' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan';

/** A piece of a line, and its colour where there are any. */
export interface Painted {
  readonly text: string;
  readonly colour: Colour | undefined;
}

/** `text` in a colour, where stdout is a terminal that wants any. */
export function painted(colour: Colour | undefined, text: string): Painted {
  return { text, colour };
}

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

/** Moves to the top left and clears all below. */
const CLEAR_SCREEN = '\u001b[H\u001b[J';

/** A stream that a command writes to. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** What a command line runs on: the process's own, or those of a test. */
export interface Streams {
  /** A descriptor: conversations are read from it as from a file. */
  readonly stdin: number;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: NodeJS.ProcessEnv;
  /** The wall clock, in ms since 1970. */
  readonly now: () => number;
  /** Ends everything at once: nobody reads any more what is printed. */
  readonly exit: (code: number) => void;
}

/**
 * What a command may touch of its surroundings. Results go to stdout, talk to stderr. Whatever a text holds, nothing in it drives
 * a terminal: colours are said beside the text, never in it.
 */
export class CliIo {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: number;
  readonly now: () => number;
  readonly stdinIsTerminal: boolean;
  readonly stdoutIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  /** The width of the terminal, or of lines that go elsewhere, in characters. */
  readonly columns: number;
  readonly #hasColours: boolean;
  readonly #stdout: Output;
  readonly #stderr: Output;
  #pending: string[] = [];
  #pendingCharacters = 0;

  constructor({ stdin, stdout, stderr, env, now, exit }: Streams) {
    this.#stdout = stdout;
    this.#stderr = stderr;
    this.env = env;
    this.stdin = stdin;
    this.now = now;
    this.stdinIsTerminal = isatty(stdin);
    this.stdoutIsTerminal = stdout.isTTY ?? false;
    this.stderrIsTerminal = stderr.isTTY ?? false;
    this.#hasColours = this.stdoutIsTerminal && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
    this.columns = (stdout.isTTY ? stdout.columns : undefined) ?? Infinity;
    this.#quitWithReader(exit);
  }

  /** Writes a result of one or several lines, each with its newline. Resolves at once unless the reader is slow. */
  async print(text: string): Promise<void> {
    await this.#gather(escapeUnsafeLines(text));
  }

  /** Writes one line, whatever its pieces hold. */
  async printLine(...pieces: readonly (string | Painted)[]): Promise<void> {
    await this.#gather(`${pieces.map((piece) => this.#shown(piece)).join('')}\n`);
  }

  async #gather(text: string): Promise<void> {
    this.#pending.push(text);
    this.#pendingCharacters += text.length;
    if (this.#pendingCharacters >= GATHERED_CHARACTERS) await this.flush();
  }

  /** Writes bytes of a recording as they are. */
  async printBytes(bytes: Uint8Array): Promise<void> {
    await this.flush();
    if (!this.#stdout.write(bytes)) await once(this.#stdout, 'drain');
  }

  /** Clears the screen where stdout is a terminal: what is printed next takes the place of what was. */
  async clear(): Promise<void> {
    await this.flush();
    if (this.stdoutIsTerminal) this.#stdout.write(CLEAR_SCREEN);
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

  /** Whoever reads us may stop reading (`| head`): that ends us, and is no error. */
  #quitWithReader(exit: Streams['exit']): void {
    this.#stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') {
        exit(0);
        return;
      }
      this.say(`turntable: the output cannot be written: ${error.message}`);
      exit(3);
    });
  }

  #shown(piece: string | Painted): string {
    if (typeof piece === 'string') return escapeUnsafe(piece);
    const text = escapeUnsafe(piece.text);
    return piece.colour === undefined || !this.#hasColours ? text : coloured(piece.colour, text);
  }
}

function coloured(colour: Colour, text: string): string {
  return `\u001b[${COLOUR_CODES[colour]}m${text}\u001b[0m`;
}
