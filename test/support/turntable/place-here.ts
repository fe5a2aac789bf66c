import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { main } from '../../../src/cli/program/main.js';
import { replayCommand } from '../../../src/cli/replaying/replay-command.js';
import { environment, type Ended } from '../processes/program.js';
import { Place, type CommandOptions } from './turntable.js';

/** A place whose commands run in this process, from src/. */
export class PlaceHere extends Place {
  override async run(words: readonly string[], options: CommandOptions = {}): Promise<Ended> {
    const ended = previous.then(() => runHere(words, options));
    previous = ended.catch(() => undefined);
    return ended;
  }
}

/** One command at a time: they share the current folder of this process. */
let previous: Promise<unknown> = Promise.resolve();

async function runHere(
  [command = '', ...words]: readonly string[],
  { cwd = process.cwd(), env, input, now = Date.now }: CommandOptions,
): Promise<Ended> {
  const [stdout, stderr] = [new Gathered(), new Gathered()];
  const stdin = input === undefined ? openSync(devNull, 'r') : openText(input);
  const exit = (code: number): void => {
    throw new Error(`the process would have ended with ${code}`);
  };
  const streams = { stdin, stdout, stderr, env: environment(env), now, exit };
  const before = process.cwd();
  process.chdir(cwd);
  try {
    // bin/turntable.js has the same two ways in
    const code = command === 'replay' ? await replayCommand(words, streams) : await main([command, ...words], streams);
    return { code, signal: null, stdout: stdout.bytes, stderr: stderr.bytes.toString() };
  } finally {
    process.chdir(before);
    closeSync(stdin);
  }
}

/** A stream that keeps what is written to it. */
class Gathered extends Writable {
  readonly #chunks: Uint8Array[] = [];

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  override _write(chunk: Uint8Array, _: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }
}

/** A descriptor that `text` can be read from. */
function openText(text: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'turntable-stdin-'));
  try {
    const path = join(folder, 'stdin');
    writeFileSync(path, text);
    return openSync(path, 'r');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
