import type { TestAgent } from './test-agent.js';

/** What is recorded, and where it goes. */
export interface RecordAgentOptions {
  /** The real agent: its command and its arguments. */
  readonly agent: readonly string[];
  /** The folder that it runs in. Default: that of this process. */
  readonly cwd?: string;
  /** Variables of its environment beside those of this process; undefined takes one away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The fixture that is written. Headers that a person put there (`ignore`, `match`, `title`) stay. Without it only the report has it. */
  readonly path?: string;
  /** False: secrets stay in the fixture. Default: they are taken out. */
  readonly redact?: boolean;
  /** The database that keeps the recording too. Default: none does. */
  readonly db?: string;
  /** How long the agent may take to end when its client has left, in ms; then it is told to by signals. 0: for ever. Default: 5,000. */
  readonly wait?: number;
  /** Ends the agent when it is aborted; what is waited for then rejects with its reason. */
  readonly signal?: AbortSignal;
}

/** What was recorded. */
export interface RecordingReport {
  readonly outcome: 'recorded';
  /** The file that was written; undefined where none was asked for. */
  readonly path: string | undefined;
  /** What it holds. */
  readonly fixture: Uint8Array;
  /** What `turntable export` said: how much was redacted. */
  readonly notes: string;
}

/**
 * The real agent under the tap, for a client that is to be recorded with it. It is started when the streams are first used.
 *
 * `finished()` ends it as its client would, by closing its stdin, and gives the fixture; only then the file is written, whole or not at
 * all, for its owner alone (0600). `close()` ends it and writes nothing: a test that failed leaves the old fixture.
 *
 * @example
 * await using agent = await recordAgent({ agent: ['gemini', '--acp'], path: 'fixtures/cancel.acp' });
 * await runMyClient(agent.stdin, agent.stdout);
 * await agent.finished();
 *
 * @throws {TurntableError} `USAGE`. Its `finished()`: `AGENT_NOT_STARTED`, `AGENT_UNFINISHED`, `RECORDING_FAILED`, `FILE_UNWRITABLE`
 */
export async function recordAgent(options: RecordAgentOptions): Promise<TestAgent<RecordingReport>> {
  const { RecordedAgent } = await import('./recorded-agent.js');
  return new RecordedAgent(options);
}
