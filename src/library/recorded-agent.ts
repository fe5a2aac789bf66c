import { spawn, type ChildProcess } from 'node:child_process';
import { clearTimeout, setTimeout } from 'node:timers';
import { TurntableError } from '../errors.js';
import { AgentStreams } from './agent-streams.js';
import type { RecordAgentOptions, RecordingReport, Waiting } from './types.js';
import type { FixtureLock } from './test-run/fixture-lock.js';
import { Presence } from './test-run/presence.js';
import { RecordingPlace } from './recording-place.js';
import type { TestAgent } from './test-agent.js';

/** How long an agent may take to end when its client has left, and after SIGTERM, in ms. */
const DEFAULT_WAIT_MS = 5_000;
const AFTER_SIGTERM_MS = 2_000;

/** The real agent, recorded. */
export class RecordedAgent implements TestAgent<RecordingReport> {
  readonly speaks = 'agent';
  readonly stdin: WritableStream<Uint8Array>;
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  readonly #options: RecordAgentOptions;
  readonly #lock: FixtureLock | undefined;
  readonly #presence: Presence;
  readonly #place: RecordingPlace;
  readonly #streams: AgentStreams;
  #tap: ChildProcess | undefined;
  /** Resolves when the tap has ended. */
  #ended: Promise<void> = Promise.resolve();
  /** Nobody need read on. */
  #isEnding = false;
  /** What the tap said of itself. */
  #complaint = '';
  #report: Promise<RecordingReport> | undefined;
  readonly #abort = (): void => {
    this.#streams.fail(this.#options.signal?.reason);
    this.#tap?.kill('SIGTERM');
  };

  /**
   * @param lock of the fixture, to be released
   * @throws {TurntableError} `USAGE`
   */
  constructor(options: RecordAgentOptions, lock: FixtureLock | undefined) {
    this.#options = options;
    this.#lock = lock;
    this.#place = new RecordingPlace(options);
    this.#streams = new AgentStreams({
      start: () => {
        this.#start();
      },
      input: (chunk) => this.#write(chunk),
      left: () => {
        this.#tap?.stdin?.end();
        this.#tap?.stdout?.resume();
      },
      wanted: () => {
        this.#tap?.stdout?.resume();
      },
    });
    this.stdin = this.#streams.stdin;
    this.stdout = this.#streams.stdout.stream;
    this.stderr = this.#streams.stderr.stream;
    this.#presence = new Presence(async () => this.#streams.why());
    options.signal?.addEventListener('abort', this.#abort);
    if (options.signal?.aborted === true) this.#abort();
  }

  get command(): readonly [string, ...string[]] {
    return this.#place.command;
  }

  async finished(): Promise<RecordingReport> {
    return (this.#report ??= this.#finish());
  }

  async why(): Promise<Waiting> {
    return this.#streams.why();
  }

  async close(): Promise<void> {
    // whoever asked is still told
    if (this.#report !== undefined) await this.#report.catch(() => undefined);
    await this.#end(0);
    this.#options.signal?.removeEventListener('abort', this.#abort);
    this.#place.close();
    this.#lock?.release();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #start(): void {
    const { signal, cwd, env } = this.#options;
    if (signal?.aborted === true) return;
    const [node, ...words] = this.command;
    // whoever asks for a recording does not want it turned off
    const environment = { ...process.env, ...env, TURNTABLE_OFF: undefined };
    const tap = spawn(node, words, { stdio: 'pipe', env: environment, ...(cwd !== undefined && { cwd }) });
    const { stdout, stderr } = this.#streams;
    tap.stdout.on('data', (chunk: Buffer) => {
      stdout.push(chunk);
      this.#presence.noteTraffic();
      if (stdout.isFull && !this.#isEnding) tap.stdout.pause();
    });
    tap.stderr.on('data', (chunk: Buffer) => {
      this.#complaint = (this.#complaint + chunk.toString()).slice(-4_096);
      stderr.push(chunk);
    });
    // the agent may be gone before the client knows it
    tap.stdin.on('error', () => undefined);
    this.#ended = new Promise((resolve) => {
      tap.once('error', (error) => {
        this.#complaint = error.message;
        this.#closed();
        resolve();
      });
      tap.once('close', () => {
        this.#presence.end();
        this.#closed();
        resolve();
      });
    });
    this.#tap = tap;
    this.#presence.begin(tap);
  }

  #closed(): void {
    const { stdout, stderr } = this.#streams;
    const failure = this.#place.id === undefined ? this.#notStarted() : undefined;
    if (failure === undefined) stdout.end();
    else stdout.fail(failure);
    stderr.end();
    this.#streams.failInput(failure ?? new Error('the agent has ended'));
  }

  #notStarted(): TurntableError {
    const [agent = ''] = this.#options.agent;
    const own = this.#complaint.split('\n').findLast((line) => line.startsWith('turntable: ')) ?? this.#complaint;
    return new TurntableError('AGENT_NOT_STARTED', `${agent} was not recorded: ${own.replace(/^turntable: /, '')}`, {
      hint: 'Check whether it runs under Turntable: turntable doctor --agent "COMMAND"',
    });
  }

  async #write(chunk: Uint8Array): Promise<void> {
    const stdin = this.#tap?.stdin;
    this.#presence.noteTraffic();
    if (stdin?.writable !== true) return;
    await new Promise<void>((resolve) => {
      stdin.write(chunk, () => {
        resolve();
      });
    });
  }

  async #finish(): Promise<RecordingReport> {
    const { signal, wait = DEFAULT_WAIT_MS } = this.#options;
    const waitMs = wait === 0 ? Infinity : wait;
    if (this.#tap === undefined) await this.#place.ended(waitMs);
    else await this.#end(waitMs);
    signal?.throwIfAborted();
    if (this.#place.id === undefined) throw this.#notStarted();
    const report = await this.#place.save();
    this.#lock?.release();
    return report;
  }

  /** Leaves the agent as a client does, and ends it where it does not end then. */
  async #end(waitMs: number): Promise<void> {
    const tap = this.#tap;
    if (tap === undefined) return;
    this.#isEnding = true;
    this.#presence.hold(tap);
    tap.stdin?.end();
    // an agent whose stdout nobody reads could not end as it does else
    tap.stdout?.resume();
    const signals = [
      ['SIGTERM', waitMs],
      ['SIGKILL', waitMs + AFTER_SIGTERM_MS],
    ] as const;
    const timers = signals
      .filter(([, ms]) => ms !== Infinity)
      .map(([signal, ms]) => setTimeout(() => tap.kill(signal), ms));
    await this.#ended;
    for (const timer of timers) clearTimeout(timer);
  }
}
