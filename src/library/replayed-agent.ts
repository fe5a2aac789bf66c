import { clearTimeout, setImmediate, setTimeout } from 'node:timers';
import { replaySetup, type ReplayWords } from '../tasks/replaying/replay-setup.js';
import { readReplayFile } from '../tasks/replaying/replay-source.js';
import type { ReplayEngine } from '../replay/engine/engine.js';
import type { ReplayReport } from '../replay/engine/replay-report.js';
import { Player, type Stage } from '../stdio/player.js';
import { AgentStreams } from './agent-streams.js';
import { ReplayDivergedError } from './replay-diverged-error.js';
import { replayWords, type ReplayAgentOptions } from './replay-agent-options.js';
import { SpawnedReplay } from './spawned-replay.js';
import type { TestAgent } from './test-agent.js';
import type { Waiting } from './types.js';

/** The clock as it is before a test puts another one in its place. */
const CLOCK = { setTimeout, clearTimeout, now: performance.now.bind(performance) };
/** Once the test has asked how it went, a client that is silent for so long has left, in ms: where something of it is missing, else. */
const LEFT_AFTER_MS = { missing: 1_000, complete: 100 };

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
    const played = await this.#endNow();
    const report = this.#process === undefined ? played : this.#process.look();
    this.#spawned?.close();
    if (report === undefined || this.#asked !== undefined || this.#options.signal?.aborted === true) return;
    // who leaves early has most often failed already, and that is what is to be seen
    if (report.divergences[0]?.kind === 'unused') return;
    await this.#requireMatched(report);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #requireMatched(report: ReplayReport): Promise<void> {
    const error = await ReplayDivergedError.of(report);
    if (error === undefined) return;
    this.#diverged(error);
    throw error;
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

function readSource(source: string | Uint8Array, { process }: ReplayAgentOptions) {
  const chosen = { process: process === undefined ? undefined : String(process) };
  return typeof source === 'string' ? readReplayFile(source, chosen) : readReplayFile('fixture', chosen, source);
}
