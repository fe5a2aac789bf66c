import { clearTimeout, setImmediate, setTimeout } from 'node:timers';
import { replaySetup, type ReplayWords } from '../tasks/replaying/replay-setup.js';
import { readReplayFile } from '../tasks/replaying/replay-source.js';
import type { ReplayEngine } from '../replay/engine/engine.js';
import type { ReplayReport } from '../replay/engine/replay-report.js';
import { Player, type Stage } from '../stdio/player/player.js';
import { AgentStreams } from './agent-streams.js';
import { ReplayDivergedError } from './replay-diverged-error.js';
import { replayWords, type ReplayAgentOptions } from './replay-agent-options.js';
import { SpawnedReplay } from './spawned-replay.js';
import type { TestAgent } from './test-agent.js';
import type { Waiting } from './types.js';
import { noteAsked } from './test-run/unasked-replays.js';

/** The clock as it is before a test puts another one in its place. */
const CLOCK = { setTimeout, clearTimeout, now: performance.now.bind(performance) };
/** Once the test has asked how it went, a client that is silent for so long has left, in ms: where something of it is missing, else. */
const LEFT_AFTER_MS = { missing: 1_000, complete: 100 };

/** Of the page of what is waited for, so many lines go into an error. */
const PAGE_LINES = 8;

/** A recording that speaks as the agent it was made of. */
export class ReplayedAgent implements TestAgent<ReplayReport> {
  readonly speaks = 'recording';
  readonly stdin: WritableStream<Uint8Array>;
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  readonly #source: string | Uint8Array;
  readonly #options: ReplayAgentOptions;
  readonly #words: ReplayWords;
  readonly #diverged: (error: ReplayDivergedError) => void;
  readonly #streams: AgentStreams;
  readonly #engine: ReplayEngine;
  readonly #player: Player;
  /** What of the client is on its way. */
  #arriving: (Uint8Array | 'end')[] = [];
  #hasHeard = false;
  /** How it went, once it is over. */
  readonly #over: Promise<ReplayReport>;
  #spawned: SpawnedReplay | undefined;
  #asked: 'at the beginning' | 'at the end' | undefined;
  #leaving: NodeJS.Timeout | undefined;
  #isOver = false;
  /** The test knows of the divergence: it was thrown. */
  #isTold = false;
  /** What was waited for when the client had been silent for too long. */
  #silence: Promise<Waiting> | undefined;
  readonly #abort = (): void => {
    this.#streams.fail(this.#options.signal?.reason);
    this.#player.end('signal');
  };

  /**
   * @param diverged told of a divergence before the test is
   * @throws {TurntableError} what reading the options and the source throws
   */
  constructor(
    source: string | Uint8Array,
    options: ReplayAgentOptions,
    diverged: (error: ReplayDivergedError) => void = () => undefined,
  ) {
    this.#source = source;
    this.#options = options;
    this.#diverged = diverged;
    this.#words = replayWords(options);
    const { engine, settings } = replaySetup(this.#words)(readSource(source, options));
    this.#engine = engine;
    this.#streams = new AgentStreams({
      start: () => {
        this.#player.start();
      },
      input: (chunk) => {
        this.#arrive(chunk);
      },
      left: () => {
        this.#arrive('end');
      },
    });
    this.stdin = this.#streams.stdin;
    this.stdout = this.#streams.stdout.stream;
    this.stderr = this.#streams.stderr.stream;
    let over: (report: ReplayReport) => void = () => undefined;
    this.#over = new Promise((resolve) => {
      over = resolve;
    });
    // a client on fake timers does not move the clock of its agent
    this.#player = new Player(engine, this.#stage(over), { ...settings, timers: CLOCK });
    options.signal?.addEventListener('abort', this.#abort);
    if (options.signal?.aborted === true) this.#abort();
  }

  get command(): readonly [string, ...string[]] {
    this.#spawned ??= new SpawnedReplay(this.#source, this.#words, this.#options);
    return this.#spawned.command;
  }

  async finished(): Promise<ReplayReport> {
    const { signal } = this.#options;
    noteAsked(this);
    this.#asked ??= this.#hasHeard || this.#arriving.length > 0 ? 'at the end' : 'at the beginning';
    const report = await (this.#process?.finished(signal) ?? this.#end());
    signal?.throwIfAborted();
    await this.#requireMatched(report);
    return report;
  }

  async why(): Promise<Waiting> {
    return this.#streams.why();
  }

  async close(): Promise<void> {
    const report = await this.#leave();
    if (report !== undefined) await this.#requireMatched(report);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const report = await this.#leave();
    if (report === undefined) return;
    const error = await this.#divergenceOf(report);
    if (error === undefined) return;
    if (!this.#hasReadRefusal(report)) throw error;
    // what is thrown here hides, in a SuppressedError, the error that the client's request has failed with
    if (this.#silence !== undefined) return;
    say(
      `the replay of ${report.fixture} diverged. Only the client was told: a test that passes now should call finished().`,
    );
  }

  /** Ends a replay that nobody has asked about. @returns what is wrong with it */
  async leftover(): Promise<ReplayDivergedError | undefined> {
    const played = await this.#endNow();
    const report = this.#process === undefined ? played : this.#process.look();
    const isOver = report === undefined || this.#options.signal?.aborted === true;
    return isOver ? undefined : this.#divergenceOf(report);
  }

  /** Ends the replay, however far it is. @returns how it went, if the test is still to be told */
  async #leave(): Promise<ReplayReport | undefined> {
    const played = await this.#endNow();
    const report = this.#process === undefined ? played : this.#process.look();
    this.#spawned?.close();
    const isAsked = this.#asked !== undefined || this.#isTold;
    if (report === undefined || isAsked || this.#options.signal?.aborted === true) return undefined;
    // who leaves early has most often failed already, and that is what is to be seen
    return report.divergences[0]?.kind === 'unused' ? undefined : report;
  }

  /** Whether the client has the divergence as the answer to a request: its error is what the test then fails with. */
  #hasReadRefusal({ refused }: ReplayReport): boolean {
    return refused > 0 && (this.#process !== undefined || this.#streams.stdout.isRead);
  }

  async #requireMatched(report: ReplayReport): Promise<void> {
    const error = await this.#divergenceOf(report);
    if (error === undefined) return;
    this.#isTold = true;
    noteAsked(this);
    throw error;
  }

  async #divergenceOf(report: ReplayReport): Promise<ReplayDivergedError | undefined> {
    const waiting = await this.#silence;
    const error = ReplayDivergedError.of(report, waiting && pageStart(waiting));
    if (error !== undefined) this.#diverged(error);
    return error;
  }

  /** Who waits for something else than an answer would see only that the time of the test ran out. */
  async #saySilence(report: ReplayReport): Promise<void> {
    const error = await this.#divergenceOf(report);
    if (error !== undefined) say(error.message);
  }

  /** The process that the client started in the place of the streams. */
  get #process(): SpawnedReplay | undefined {
    return this.#streams.hasStarted ? undefined : this.#spawned;
  }

  #stage(over: (report: ReplayReport) => void): Stage {
    const { stdout, stderr } = this.#streams;
    return {
      write: (bytes) => {
        stdout.push(bytes);
        this.#lookWhetherDone();
      },
      // what is written can be read after the end as well
      flush: (done) => {
        done();
      },
      stderr: (bytes) => {
        stderr.push(bytes);
      },
      effect: (effect) => {
        if (effect.type === 'diverge' && effect.divergence.kind === 'silence') this.#silence = this.#streams.why();
      },
      closeOutput: () => {
        stdout.end();
      },
      finished: (report) => {
        this.#isOver = true;
        clearTimeout(this.#leaving);
        this.#options.signal?.removeEventListener('abort', this.#abort);
        stdout.end();
        stderr.end();
        if (report.ended === 'own-ending' || report.ended === 'fault') {
          this.#streams.failInput(new Error('the replayed agent has ended, as it was recorded'));
        }
        if (this.#silence !== undefined && this.#asked === undefined) void this.#saySilence(report);
        over(report);
      },
    };
  }

  /** As through a pipe: what is written reaches the agent after whoever writes has gone on. */
  #arrive(what: Uint8Array | 'end'): void {
    this.#arriving.push(what);
    if (this.#arriving.length > 1) return;
    setImmediate(() => {
      this.#deliver();
    });
  }

  #deliver(): void {
    const arrived = this.#arriving;
    this.#arriving = [];
    for (const what of arrived) {
      this.#hasHeard = true;
      if (what === 'end') this.#player.end();
      else this.#player.push(what);
    }
    this.#lookWhetherDone();
  }

  async #end(): Promise<ReplayReport> {
    this.#streams.start();
    this.#lookWhetherDone();
    return this.#over;
  }

  async #endNow(): Promise<ReplayReport> {
    this.#deliver();
    this.#player.end();
    return this.#over;
  }

  /** Once it is asked how it went, the replay ends without its client: many clients never close a stream. */
  #lookWhetherDone(): void {
    if (this.#asked === undefined || this.#isOver) return;
    clearTimeout(this.#leaving);
    const delayMs = this.#leavesAfterMs();
    if (delayMs === undefined) return;
    this.#leaving = setTimeout(() => {
      if (this.#arriving.length === 0) this.#player.end();
    }, delayMs);
  }

  #leavesAfterMs(): number | undefined {
    if (this.#engine.divergence !== undefined) return 0;
    const isEarly = this.#asked === 'at the beginning';
    if (this.#engine.isAwaiting) return isEarly ? undefined : LEFT_AFTER_MS.missing;
    if (!this.#player.isAtRest) return undefined;
    // one message too many may still come
    return isEarly ? LEFT_AFTER_MS.complete : 0;
  }
}

/** On stderr, which test runners show with the test. */
function say(text: string): void {
  process.stderr.write(`turntable: ${text}\n`);
}

/** The beginning of the page: an error is to be read at a glance. */
function pageStart({ text }: Waiting): string {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines
    .slice(0, PAGE_LINES)
    .map((line) => `  ${line}`)
    .join('\n');
}

function readSource(source: string | Uint8Array, { process }: ReplayAgentOptions) {
  const chosen = { process: process === undefined ? undefined : String(process) };
  return typeof source === 'string' ? readReplayFile(source, chosen) : readReplayFile('fixture', chosen, source);
}
