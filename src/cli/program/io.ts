import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { isatty } from 'node:tty';
import { escapeUnsafe, escapeUnsafeLines } from '../../wire/plain-text.js';

/** Output is gathered up to this size before it is written, in characters. */
const GATHERED_CHARACTERS = 64 * 1024;

export type Colour = 'dim' | 'bold' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan';

/** A piece of a line, and its colour if stdout shows colours. */
export interface Painted {
  readonly text: string;
  readonly colour: Colour | undefined;
}

/** `text` in a colour, if stdout is a terminal that shows colours. */
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

/** Moves the cursor to the top left and clears the screen below it. */
const CLEAR_SCREEN = '\u001b[H\u001b[J';

/** A stream that a command writes to. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** The streams and settings that a command line runs with: those of the process, or of a test. */
export interface Streams {
  /** A file descriptor: conversations are read from it as from a file. */
  readonly stdin: number;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: NodeJS.ProcessEnv;
  /** The wall clock, in ms since 1970. */
  readonly now: () => number;
  /** Ends the process at once, because nobody reads the output any more. */
  readonly exit: (code: number) => void;
}

/**
 * The surroundings of a command. Results go to stdout, messages to stderr. Control characters in texts never reach the terminal: colours
 * are given beside the text, never in it.
 */
export class CliIo {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: number;
  readonly now: () => number;
  readonly stdinIsTerminal: boolean;
  readonly stdoutIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  /** The width of the terminal, or of lines that do not go to a terminal, in characters. */
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

  /** Writes one or several result lines, each with its newline. Resolves at once unless the reader is slow. */
  async print(text: string): Promise<void> {
    await this.#gather(escapeUnsafeLines(text));
  }

  /** Writes one line. Its pieces may hold anything: control characters are escaped. */
  async printLine(...pieces: readonly (string | Painted)[]): Promise<void> {
    await this.#gather(`${pieces.map((piece) => this.#shown(piece)).join('')}\n`);
  }

  async #gather(text: string): Promise<void> {
    this.#pending.push(text);
    this.#pendingCharacters += text.length;
    if (this.#pendingCharacters >= GATHERED_CHARACTERS) await this.flush();
  }

  /** Writes recorded bytes unchanged. */
  async printBytes(bytes: Uint8Array): Promise<void> {
    await this.flush();
    if (!this.#stdout.write(bytes)) await once(this.#stdout, 'drain');
  }

  /** Clears the screen if stdout is a terminal, so that the next output replaces the last. */
  async clear(): Promise<void> {
    await this.flush();
    if (this.stdoutIsTerminal) this.#stdout.write(CLEAR_SCREEN);
  }

  /** Writes everything that was gathered. */
  async flush(): Promise<void> {
    if (this.#pending.length === 0) return;
    const text = this.#pending.join('');
    this.#pending = [];
    this.#pendingCharacters = 0;
    if (!this.#stdout.write(text)) await once(this.#stdout, 'drain');
  }

  /** Prints a message to the person on stderr. */
  readonly say = (text: string): void => {
    // it may quote recorded text
    this.#stderr.write(`${escapeUnsafeLines(text)}\n`);
  };

  /** Shows the progress of long work if stderr is a terminal; `undefined` removes the line. */
  progress(text: string | undefined): void {
    if (this.stderrIsTerminal) this.#stderr.write(`\r\u001b[K${escapeUnsafe(text ?? '')}`);
  }

  /** A reader such as `head` may stop reading: then the process ends, without an error. */
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
