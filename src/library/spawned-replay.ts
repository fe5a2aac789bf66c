import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TURNTABLE } from '../package-files.js';
import type { ReplayWords } from '../tasks/replaying/replay-setup.js';
import { TurntableError } from '../errors.js';
import { parseDuration } from '../replay/engine/pace.js';
import type { ReplayReport } from '../replay/engine/replay-report.js';
import { replayArguments, type ReplayAgentOptions } from './replay-agent-options.js';

/** Between two looks for the report, in ms. */
const LOOK_AGAIN_MS = 20;
/** Added to the client's time for the start and the end of a process, in ms. */
const PROCESS_MS = 2_000;

/** A replay as a process that the client starts. How it went comes by a file. */
export class SpawnedReplay {
  readonly command: readonly [string, ...string[]];
  readonly #folder: string;
  readonly #report: string;
  readonly #waitMs: number;
  #known: ReplayReport | undefined;

  constructor(source: string | Uint8Array, words: ReplayWords, options: ReplayAgentOptions) {
    this.#folder = mkdtempSync(join(tmpdir(), 'turntable-replay-'));
    this.#report = join(this.#folder, 'report.json');
    this.#waitMs = parseDuration(words.wait, 'wait');
    const file = typeof source === 'string' ? resolve(source) : join(this.#folder, 'fixture.acp');
    if (typeof source !== 'string') writeFileSync(file, source, { mode: 0o600 });
    const own = [TURNTABLE, 'replay', ...replayArguments(words, options)];
    this.command = [process.execPath, ...own, `--report=${this.#report}`, file];
  }

  /**
   * Waits for the report, which the process writes when its client leaves or was silent for too long.
   *
   * @throws {TurntableError} `AGENT_UNFINISHED` where there is none in time
   */
  async finished(signal: AbortSignal | undefined): Promise<ReplayReport> {
    // counted, not measured: a test runner may have stopped the clock
    const looks = this.#waitMs === 0 ? Infinity : (this.#waitMs + PROCESS_MS) / LOOK_AGAIN_MS;
    for (let look = 0; look < looks; look += 1) {
      signal?.throwIfAborted();
      const report = this.look();
      if (report !== undefined) return report;
      await sleep(LOOK_AGAIN_MS);
    }
    throw new TurntableError('AGENT_UNFINISHED', 'no replay of the command has ended yet', {
      hint: 'Before you call finished(), let the client start the command and end it (close its stdin, or send SIGTERM; SIGKILL leaves no report).',
    });
  }

  /** The report, if there is one by now. */
  look(): ReplayReport | undefined {
    try {
      this.#known ??= JSON.parse(readFileSync(this.#report, 'utf8')) as ReplayReport;
    } catch {
      // not there, or half written
    }
    return this.#known;
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
