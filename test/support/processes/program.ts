import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { until } from './until.js';

/** How a program ended, and all it said. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** A notification of one of the small agents. */
export interface Note {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface StartOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What stands in the place of stdin, or where stdout goes; default: a pipe to us. */
  readonly stdin?: 'ignore' | number;
  readonly stdout?: number;
  /** Leads a process group of its own. */
  readonly detached?: boolean;
  /** False for a client that does not read until {@link Program.read} is called. */
  readonly reads?: boolean;
}

/** Starts a program; it is ended with the test, if it still runs then. */
export function start([file = '', ...args]: readonly string[], options: StartOptions = {}): Program {
  return new Program(file, args, options);
}

/** Runs a program to its end, with `input` on its stdin. */
export async function run(
  words: readonly string[],
  { input, ...options }: StartOptions & { readonly input?: string | Uint8Array } = {},
): Promise<Ended> {
  const program = start(words, options);
  program.endInput(input);
  return program.ended;
}

/** A child process: what it said so far, and its end. */
export class Program {
  /** Resolves when it has ended and its pipes are at their end. */
  readonly ended: Promise<Ended>;
  /** Resolves when it has ended, whoever holds its pipes. */
  readonly exited: Promise<void>;
  /** Resolves when its stdout is at its end, with the moment, in ms of `performance.now()`. */
  readonly stdoutEnded: Promise<number>;
  readonly #child: ChildProcess;
  #stdout: Buffer[] = [];
  #stdoutLines = 0;
  #stderr = '';
  #inputError: string | undefined;

  constructor(file: string, args: readonly string[], options: StartOptions) {
    const { stdin = 'pipe', stdout = 'pipe', reads = true, detached = false, cwd, env } = options;
    const spawnOptions: SpawnOptions = { stdio: [stdin, stdout, 'pipe'], detached, env: environment(env) };
    this.#child = spawn(file, args, cwd === undefined ? spawnOptions : { ...spawnOptions, cwd });
    this.exited = once(this.#child, 'exit').then(() => undefined);
    this.stdoutEnded = this.#child.stdout === null ? Promise.resolve(0) : momentOfEnd(this.#child.stdout);
    this.ended = Promise.all([once(this.#child, 'close'), this.exited]).then(() => this.#end());
    this.#child.stdin?.on('error', (error: NodeJS.ErrnoException) => (this.#inputError = error.code));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text));
    if (reads) this.read();
    onTestFinished(async () => {
      this.#child.stdin?.destroy();
      this.#child.stdout?.destroy();
      if (!this.#running) return;
      this.#child.kill('SIGKILL');
      await this.exited;
    });
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('the program was not started');
    return this.#child.pid;
  }

  get stdin(): Writable {
    if (this.#child.stdin === null) throw new Error('its stdin is no pipe');
    return this.#child.stdin;
  }

  /** Its stdout, for a test that reads it itself (`reads: false`). */
  get output(): Readable {
    if (this.#child.stdout === null) throw new Error('its stdout is no pipe');
    return this.#child.stdout;
  }

  get stdout(): Buffer {
    return Buffer.concat(this.#stdout);
  }

  get stdoutBytes(): number {
    return this.#stdout.reduce((sum, { length }) => sum + length, 0);
  }

  /** Number of whole lines on its stdout so far. */
  get stdoutLines(): number {
    return this.#stdoutLines;
  }

  get stderr(): string {
    return this.#stderr;
  }

  /** The code of the error that writing to it gave. */
  get inputError(): string | undefined {
    return this.#inputError;
  }

  get #running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Begins to read its stdout. */
  read(): void {
    this.#child.stdout?.on('data', (chunk: Buffer) => {
      this.#stdout.push(chunk);
      for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, at + 1)) this.#stdoutLines += 1;
    });
  }

  /** Closes our reading end of its stdout. */
  closeOutput(): void {
    this.#child.stdout?.destroy();
  }

  write(input: string | Uint8Array): void {
    this.stdin.write(input);
  }

  endInput(input?: string | Uint8Array): void {
    if (this.#child.stdin !== null) this.stdin.end(input);
  }

  /** Sends a signal to the program alone. */
  signal(signal: NodeJS.Signals): void {
    process.kill(this.pid, signal);
  }

  /** The first notification of this method that it wrote. */
  async note(method: string): Promise<Note> {
    return until(`a ${method} frame; stderr: ${this.#stderr}`, () =>
      notesIn(this.stdout).find((note) => note.method === method),
    );
  }

  /** Waits until its stdout holds `text`. */
  async says(text: string): Promise<void> {
    await until(`${JSON.stringify(text)} on stdout`, () => (this.stdout.includes(text) ? true : undefined));
  }

  /** Waits until its stdout holds this many bytes. */
  async saysBytes(count: number): Promise<void> {
    await until(`${count} bytes on stdout`, () => (this.stdoutBytes >= count ? true : undefined));
  }

  /** Waits until its stderr holds `text`. */
  async warns(text: string): Promise<void> {
    await until(`${JSON.stringify(text)} on stderr`, () => (this.#stderr.includes(text) ? true : undefined));
  }

  #end(): Ended {
    const { exitCode: code, signalCode: signal } = this.#child;
    return { code, signal, stdout: this.stdout, stderr: this.#stderr };
  }
}

/** The notifications in whole lines of output, whatever else is there. */
export function notesIn(output: Buffer): Note[] {
  return output
    .toString()
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('{"jsonrpc":"2.0","method":"_'))
    .map((line) => JSON.parse(line) as Note);
}

/** Ends a process that one of ours has left, with the test. */
export function endWithTest(pid: number): void {
  onTestFinished(() => {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it has ended by itself
    }
  });
}

/** Our environment without what would change where turntable records, and in which colours it shows that. */
export function environment(own: StartOptions['env'] = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(TURNTABLE_|XDG_DATA_HOME|NO_COLOR|FORCE_COLOR)/.test(name),
  );
  return { ...Object.fromEntries(inherited), ...own };
}

async function momentOfEnd(stream: Readable): Promise<number> {
  await new Promise((resolve) => stream.once('end', resolve).once('close', resolve));
  return performance.now();
}
