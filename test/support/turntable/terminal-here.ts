import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { Writable } from 'node:stream';
import { browseCommand } from '../../../src/cli/browsing/browse-command.js';
import type { Streams } from '../../../src/cli/program/io.js';
import { main } from '../../../src/cli/program/main.js';
import { replayCommand } from '../../../src/cli/replaying/replay-command.js';
import { environment } from '../processes/program.js';
import type { Place } from './turntable.js';

/** What a command line has printed. */
export interface Printed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Our own colours, which we take out of what a terminal was given: a test says what else may stand there. */
// eslint-disable-next-line no-control-regex -- they are control characters
const COLOURS = /\u001b\[(?:0|1|2|3[1-6])m/g;

/** Runs command lines in this process, from src/, with a terminal or a pipe for what they print. */
export class TerminalHere {
  readonly #place: Place;
  readonly #isTerminal: boolean;

  constructor(place: Place, isTerminal: boolean) {
    this.#place = place;
    this.#isTerminal = isTerminal;
  }

  async run([command = '', ...words]: readonly string[]): Promise<Printed> {
    const [stdout, stderr] = [new Screen(this.#isTerminal), new Screen(this.#isTerminal)];
    const stdin = openSync(devNull, 'r');
    const exit = (code: number): void => {
      throw new Error(`the process would have ended with ${code}`);
    };
    const env = environment({ TURNTABLE_HOME: this.#place.folder, TERM: 'xterm' });
    const streams = { stdin, stdout, stderr, env, now: Date.now, exit };
    const before = process.cwd();
    process.chdir(this.#place.folder);
    try {
      const code = await commandLine(command)(words, streams);
      return { code, stdout: this.#shown(stdout), stderr: this.#shown(stderr) };
    } finally {
      process.chdir(before);
      closeSync(stdin);
    }
  }

  #shown({ text }: Screen): string {
    // the line of progress begins so
    return this.#isTerminal ? text.replaceAll(COLOURS, '').replaceAll('\r\u001b[K', '') : text;
  }
}

/** bin/turntable.js has the same ways in. */
function commandLine(command: string): (words: readonly string[], streams: Streams) => Promise<number> {
  if (command === 'replay') return replayCommand;
  if (command === 'browse') return browseCommand;
  return (words, streams) => main([command, ...words], streams);
}

/** Keeps what is written to it. */
class Screen extends Writable {
  readonly isTTY: boolean;
  readonly columns = 120;
  readonly #chunks: Uint8Array[] = [];

  constructor(isTTY: boolean) {
    super();
    this.isTTY = isTTY;
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }

  override _write(chunk: Uint8Array, _: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }
}
