import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import * as z from 'zod';
import {
  entryJson,
  proofJson,
  recordingJson,
  type EntryJson,
  type ProofJson,
  type RecordingJson,
} from '../../../src/report/json-output.js';
import { processesWith } from '../processes/processes.js';
import { run, start, type Ended, type Program, type StartOptions } from '../processes/program.js';
import { until, untilTrue } from '../processes/until.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
export const TURNTABLE = join(ROOT, 'bin/turntable.js');

if (!existsSync(join(ROOT, 'dist/main.js'))) throw new Error('these tests run dist/: npm run build first');

/** The words that start one of `fixtures/agents`. */
export function agent(name: string, ...args: readonly (string | number)[]): string[] {
  return [process.execPath, fixture(`agents/${name}.js`), ...args.map(String)];
}

/** The words that put one of `fixtures/clients` before a command. */
export function client(name: string, own: readonly string[], command: readonly string[]): string[] {
  return [process.execPath, fixture(`clients/${name}.js`), ...own, '--', ...command];
}

export function fixture(path: string): string {
  return join(ROOT, 'fixtures', path);
}

/** The words that start an agent written on the spot. */
export function script(source: string, ...args: readonly string[]): string[] {
  return [process.execPath, '-e', source, ...args];
}

export interface Sum {
  readonly bytes: number;
  readonly sha256: string;
}
export type Sums = Readonly<Record<'client' | 'agent' | 'stderr', Sum>>;

/** An entry of a timeline; what an event or a frame does not have is undefined. */
export type Entry = Partial<Omit<Extract<EntryJson, { type: 'frame' }>, 'type'>> &
  Partial<Omit<Extract<EntryJson, { type: 'event' }>, 'type'>> & {
    readonly seq: number;
    readonly type: 'frame' | 'event';
  };

export interface TapOptions extends StartOptions {
  /** Options of `record` beside `--db`. */
  readonly options?: readonly string[];
  /** The Node that runs the tap. */
  readonly node?: string;
}

/** Where a command line runs, and what it reads on standard input. */
export interface CommandOptions extends Pick<StartOptions, 'cwd' | 'env'> {
  readonly input?: string | undefined;
  /** The wall clock of a command that runs in this process, in ms since 1970. */
  readonly now?: (() => number) | undefined;
}

/** A folder of the test's own, with a database in it. It goes, with every process that names it, when the test is over. */
export class Place {
  readonly folder: string;
  readonly db: string;
  readonly #prefix: readonly string[];

  /** @param prefix words before each command line, where the folder is to be seen only from elsewhere */
  constructor(folder: string = mkdtempSync(join(tmpdir(), 'turntable-e2e-')), prefix: readonly string[] = []) {
    this.folder = folder;
    this.db = join(folder, 't.db');
    this.#prefix = prefix;
    onTestFinished(() => this.clear());
  }

  get journalFolder(): string {
    return `${this.db}-journals`;
  }

  /** Paths of the journals that are not wholly in the database. */
  journals(): string[] {
    if (!existsSync(this.journalFolder)) return [];
    return readdirSync(this.journalFolder).map((name) => join(this.journalFolder, name));
  }

  journalSizes(): { readonly path: string; readonly size: number }[] {
    return this.journals().flatMap((path) => {
      const size = statSync(path, { throwIfNoEntry: false })?.size;
      return size === undefined ? [] : [{ path, size }];
    });
  }

  /** The path of the only journal, once there is one. */
  async journal(): Promise<string> {
    return until('a journal', () => this.journals()[0]);
  }

  /** The words of the tap before `command`. */
  tapWords(command: readonly string[], { options = [], node = process.execPath }: TapOptions = {}): string[] {
    return [...this.#prefix, node, TURNTABLE, 'record', '--db', this.db, ...options, '--', ...command];
  }

  tap(command: readonly string[], options: TapOptions = {}): Program {
    return start(this.tapWords(command, options), { cwd: this.folder, ...options });
  }

  /** Runs the tap to its end, with `input` on its stdin. */
  async record(
    command: readonly string[],
    options: TapOptions & { readonly input?: string | Uint8Array } = {},
  ): Promise<Ended> {
    return run(this.tapWords(command, options), { cwd: this.folder, ...options });
  }

  /** Runs a command line of turntable. */
  async run(words: readonly string[], { input, ...options }: CommandOptions = {}): Promise<Ended> {
    const command = [...this.#prefix, process.execPath, TURNTABLE, ...words];
    return input === undefined ? run(command, { ...options, stdin: 'ignore' }) : run(command, { ...options, input });
  }

  /** Runs a command other than `record` on this database. */
  async turntable(command: string, ...words: readonly string[]): Promise<Ended> {
    return this.run([command, ...words, '--db', this.db]);
  }

  /** What such a command prints; it must succeed. */
  async output(command: string, ...words: readonly string[]): Promise<Buffer> {
    const { code, stdout, stderr } = await this.turntable(command, ...words);
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  }

  async list(): Promise<RecordingJson[]> {
    return z.array(recordingJson.strict()).parse(JSON.parse((await this.output('list', '--json')).toString()));
  }

  /** The only recording there is. */
  async recording(): Promise<RecordingJson> {
    const [recording, ...others] = await this.list();
    if (recording === undefined || others.length > 0) throw new Error(`${others.length} recordings, not one`);
    return recording;
  }

  async entries(recording = '@last', ...options: readonly string[]): Promise<Entry[]> {
    return entriesIn((await this.output('show', recording, '--json', ...options)).toString());
  }

  /** The names of the events of a recording, in order; without `launch`, which comes when it is known. */
  async events(recording = '@last'): Promise<string[]> {
    const names = (await this.entries(recording)).flatMap(({ name }) => name ?? []);
    return names.filter((name) => name !== 'launch');
  }

  /** What `verify` says, whatever it is. */
  async proof(recording = '@last'): Promise<ProofJson> {
    const { stdout, stderr } = await this.turntable('verify', recording, '--json');
    if (stdout.length === 0) throw new Error(`verify printed nothing but ${stderr}`);
    return proofJson.parse(JSON.parse(stdout.toString()));
  }

  /** What one sender said, byte for byte, as the database has it. */
  async bytesOf(sender: 'client' | 'agent' | 'stderr', recording = '@last'): Promise<Buffer> {
    return this.output('show', recording, '--raw', '--from', sender);
  }

  async export(recording = '@last'): Promise<string> {
    return (await this.output('export', recording, '--no-redact')).toString();
  }

  /** Waits until no process is at work here: an ingest is a little longer than its tap. */
  async quiet(limitMs?: number): Promise<void> {
    await untilTrue('the end of the processes', () => processesWith(this.folder).length === 0, limitMs);
  }

  /** Takes all of it away before the test is over, where more is to come. */
  async clear(): Promise<void> {
    await this.#endProcesses();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #endProcesses(): Promise<void> {
    await this.quiet(3000).catch(() => undefined);
    for (const pid of processesWith(this.folder)) process.kill(pid, 'SIGKILL');
    // one that dies may still be making a file
    await this.quiet();
  }
}

/** What `show --json` printed. */
function entriesIn(json: string): Entry[] {
  return z.array(entryJson).parse(JSON.parse(json));
}

export function sumOf(bytes: string | Uint8Array): Sum {
  const buffer = Buffer.from(bytes);
  return { bytes: buffer.length, sha256: createHash('sha256').update(buffer).digest('hex') };
}

/** What `record --hash` printed. */
export function hashSums(stderr: string): Sums {
  const line = stderr.split('\n').findLast((text) => text.startsWith('turntable: sums '));
  if (line === undefined) throw new Error(`no sums in ${JSON.stringify(stderr)}`);
  return JSON.parse(line.slice('turntable: sums '.length)) as Sums;
}

/** The lines that the tap itself said. */
export function ownLines(stderr: string): string[] {
  return stderr.split('\n').filter((line) => line.startsWith('turntable: '));
}
