import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { writeLines } from '../tasks/output-file.js';
import { TURNTABLE } from '../package-files.js';
import { TurntableError } from '../errors.js';
import type { FixtureHeader } from '../fixture/format/format.js';
import { printHeaders } from '../fixture/format/print.js';
import { journalFolder } from '../store/schema/locate.js';
import { unmark } from './diverged-mark.js';
import { readFixture } from './fixture-content.js';
import { redactRecorded } from '../tasks/exporting/redact-recorded.js';
import type { RecordAgentOptions, RecordingReport, RedactOptions } from './types.js';

/** Headers that people write: they stay where a fixture is recorded anew. */
const OF_PEOPLE: ReadonlySet<string> = new Set(['ignore', 'match']);
/** Between two looks whether a file is there, in ms. */
const LOOK_AGAIN_MS = 20;

/** Where a recording is kept until it is a fixture, and how it becomes one. */
export class RecordingPlace {
  /** The tap with the agent behind it. */
  readonly command: readonly [string, ...string[]];
  readonly #folder: string;
  readonly #options: RecordAgentOptions;
  readonly #db: string;
  readonly #idFile: string;
  readonly #own: readonly FixtureHeader[];

  /** @throws {TurntableError} `USAGE` where no agent is named */
  constructor(options: RecordAgentOptions) {
    const [command] = options.agent;
    if (command === undefined || command === '') {
      throw new TurntableError('USAGE', 'agent is empty', {
        hint: `Name its command: agent: ['gemini', '--acp'].`,
      });
    }
    this.#options = options;
    this.#folder = mkdtempSync(join(tmpdir(), 'turntable-record-'));
    this.#db = options.db === undefined ? join(this.#folder, 'turntable.db') : resolve(options.db);
    this.#idFile = join(this.#folder, 'id');
    const { title, own } = headersOfPeople(options.path);
    this.#own = own;
    const name = title ?? (options.path === undefined ? undefined : basename(options.path, '.acp'));
    this.command = [
      process.execPath,
      TURNTABLE,
      'record',
      '--quiet',
      `--db=${this.#db}`,
      `--id-file=${this.#idFile}`,
      ...(name === undefined || name === '' ? [] : [`--name=${name}`]),
      '--',
      ...options.agent,
    ];
  }

  /** The id of the recording, once the agent runs. */
  get id(): string | undefined {
    return existsSync(this.#idFile) ? readFileSync(this.#idFile, 'utf8').trim() || undefined : undefined;
  }

  /**
   * Waits for the end of a tap that someone else started.
   *
   * @throws {TurntableError} `AGENT_UNFINISHED` where it does not end in time
   */
  async ended(waitMs: number): Promise<void> {
    for (let look = 0; look < waitMs / LOOK_AGAIN_MS; look += 1) {
      const { id } = this;
      if (id !== undefined && !existsSync(join(journalFolder(this.#db), id))) return;
      this.#options.signal?.throwIfAborted();
      await sleep(LOOK_AGAIN_MS);
    }
    throw new TurntableError('AGENT_UNFINISHED', 'no recording of the command has ended yet', {
      hint: 'Before you call finished(), let the client start the command and end it (close its stdin, or send SIGTERM).',
    });
  }

  /**
   * Makes the fixture, and writes it where it is to stand.
   *
   * @throws {TurntableError} `RECORDING_FAILED`, `FILE_UNWRITABLE`
   */
  async save(): Promise<RecordingReport> {
    const { path } = this.#options;
    const exported = join(this.#folder, 'recorded.acp');
    const notes = await this.#export(exported);
    const text = this.#withOwnHeaders(this.#redacted(readFileSync(exported, 'utf8')));
    const fixture = new TextEncoder().encode(text);
    requireWhole(fixture);
    if (path !== undefined) {
      mkdirSync(dirname(resolve(path)), { recursive: true });
      writeLines(path, [text]);
      unmark(path);
    }
    return { outcome: 'recorded', path, fixture, notes };
  }

  close(): void {
    // an ingest may still be at work in it
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** By the command, in a process of its own: what a fixture may hold is decided in one place, and no test loads SQLite. */
  async #export(file: string): Promise<string> {
    const words = ['export', this.id ?? '@last', `--db=${this.#db}`, `--output=${file}`];
    const { redact } = this.#options;
    if (redact === false) words.push('--no-redact');
    if (typeof redact === 'object') words.push(...wordsOf(redact));
    try {
      const { stderr } = await promisify(execFile)(process.execPath, [TURNTABLE, ...words]);
      return stderr;
    } catch (cause) {
      const said = (cause as { stderr?: string }).stderr?.trim() ?? '';
      throw new TurntableError('RECORDING_FAILED', `the recording could not be exported: ${said}`, { cause });
    }
  }

  /** What the test's own function finds: a process of its own could not call it. */
  #redacted(text: string): string {
    const { redact } = this.#options;
    if (typeof redact !== 'object' || redact.find === undefined) return text;
    return redactRecorded(text, { find: redact.find, keep: redact.keep ?? [] });
  }

  #withOwnHeaders(text: string): string {
    if (this.#own.length === 0) return text;
    return printHeaders(this.#own) + text.slice(text.indexOf('\n') + 1);
  }
}

function wordsOf({ also = [], keep = [] }: RedactOptions): string[] {
  return [...also.map((what) => `--redact-also=${String(what)}`), ...keep.map((name) => `--keep=${name}`)];
}

/** What a person wrote into the fixture that is recorded anew. */
function headersOfPeople(path: string | undefined): { title: string | undefined; own: FixtureHeader[] } {
  if (path === undefined || !existsSync(path)) return { title: undefined, own: [] };
  const { headers } = readFixture(path);
  return {
    title: headers.find(([name]) => name === 'title')?.[1],
    own: headers.filter(([name]) => OF_PEOPLE.has(name)),
  };
}

/** A recording with a hole would replay something that was never said. */
function requireWhole(fixture: Uint8Array): void {
  const { entries } = readFixture(fixture);
  const hole = entries.find((entry) => entry.type === 'event' && (entry.name === 'gap' || entry.name === 'incomplete'));
  if (hole === undefined) return;
  throw new TurntableError('RECORDING_FAILED', 'part of the conversation was forwarded but could not be recorded', {
    hint: 'Is the disk full? Run "turntable doctor".',
  });
}
