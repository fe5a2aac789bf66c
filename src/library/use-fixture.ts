import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { TurntableError } from '../errors.js';
import { shellLine } from '../report/shell-line.js';
import type { ReplayReport } from '../replay/engine/replay-report.js';
import { callSite } from './test-run/call-site.js';
import { defaultWaitMs } from './test-run/default-wait.js';
import { FixtureLock } from './test-run/fixture-lock.js';
import { noteReplay } from './test-run/unasked-replays.js';
import { isMarked, mark } from './diverged-mark.js';
import { lockedRecording } from './record-agent.js';
import type { RecordAgentOptions, RecordingReport } from './types.js';
import type { ReplayAgentOptions } from './replay-agent-options.js';
import type { TestAgent } from './test-agent.js';

/** When a fixture is recorded: see {@link useFixture}. */
export type FixtureMode = 'none' | 'once' | 'new' | 'all';

const MODES: readonly FixtureMode[] = ['none', 'once', 'new', 'all'];

/** How long another process may take to record the same fixture, in ms. */
const OTHERS_RECORD_MS = 300_000;

/** A fixture, how it is replayed, and the real agent that it is recorded from. */
export interface UseFixtureOptions extends ReplayAgentOptions, Omit<RecordAgentOptions, 'agent' | 'path'> {
  /** The fixture (`.acp`). */
  readonly path: string;
  /** The real agent: its command and its arguments. Not needed where nothing is recorded. */
  readonly agent?: readonly string[];
  /** Default: `once`. `TURNTABLE_MODE` in the environment overrides it, and where that is not set, `CI` makes it `none`. */
  readonly mode?: FixtureMode;
}

/**
 * The agent of a fixture: the recording or, where the mode says so, the real agent, which is then recorded into it. A test is the same for
 * both.
 *
 * - `none`: replays. A fixture that is not there is an error.
 * - `once`: replays, and records where there is no fixture yet.
 * - `new`: as `once`; but where the client diverges, the test fails this time, and the next run with this mode records the whole
 *   conversation anew. Nothing is added to a recording: the agent that would go on has not lived through its beginning. That it is due is
 *   kept beside the fixture, in `PATH.diverged`.
 * - `all`: always records anew.
 *
 * Only one test at a time records a fixture: others wait for it, and replay what it recorded.
 *
 * A fixture is written when `finished()` is asked for how it went, which a test that failed before does not reach.
 *
 * @example
 * await using agent = await useFixture({ path: 'fixtures/cancel.acp', agent: ['gemini', '--acp'] });
 * await runMyClient(agent.stdin, agent.stdout);
 * await agent.finished();
 *
 * @throws {TurntableError} `FIXTURE_MISSING`, `FIXTURE_BUSY`, `USAGE`, and what {@link replayAgent} and {@link recordAgent} throw
 */
export async function useFixture(options: UseFixtureOptions): Promise<TestAgent<ReplayReport | RecordingReport>> {
  const startedAt = callSite(useFixture);
  const { path } = options;
  const { mode, why } = fixtureMode(options.mode, process.env);
  if (isToRecord(path, mode)) {
    const agent = agentOf(options, mode);
    const lock = await lockToRecord(path, mode, startedAt);
    if (lock !== undefined) return lockedRecording({ ...options, agent }, lock);
  }
  if (!existsSync(path)) throw missing(options, why);
  const { ReplayedAgent } = await import('./replayed-agent.js');
  const agent = new ReplayedAgent(path, options, (error) => {
    if (mode === 'new') mark(path, error);
  });
  noteReplay(agent, startedAt);
  return agent;
}

function isToRecord(path: string, mode: FixtureMode): boolean {
  return mode === 'all' || (mode !== 'none' && !existsSync(path)) || (mode === 'new' && isMarked(path));
}

/** Undefined where another test has recorded the fixture while this one waited for it. */
async function lockToRecord(
  path: string,
  mode: FixtureMode,
  where: string | undefined,
): Promise<FixtureLock | undefined> {
  const { lock, hasWaited } = await FixtureLock.wait(path, where, {
    othersMs: OTHERS_RECORD_MS,
    ownMs: defaultWaitMs(process),
    waiting: (holder) => {
      process.stderr.write(
        `turntable: ${path} is being recorded by ${holder.where} (process ${holder.pid}): waiting for it\n`,
      );
    },
  });
  const isRecorded = hasWaited ? existsSync(path) && !isMarked(path) : !isToRecord(path, mode);
  if (!isRecorded) return lock;
  lock.release();
  return undefined;
}

function agentOf({ path, agent }: UseFixtureOptions, mode: FixtureMode): readonly string[] {
  if (agent !== undefined) return agent;
  const why = existsSync(path) ? 'has to be recorded again' : 'does not exist';
  throw new TurntableError('USAGE', `${path} ${why} (mode ${mode}), but there is no agent to record`, {
    hint: "Name its command: agent: ['gemini', '--acp'].",
  });
}

function missing({ path, agent }: UseFixtureOptions, why: string): TurntableError {
  const file = resolve(path);
  const command = shellLine(['turntable', 'record', '--fixture', file, '--', ...(agent ?? ['AGENT'])]);
  // a test runner shows the message alone
  const hint = `Record it where the agent can run, and commit it: set TURNTABLE_MODE=once and run the test, or run: ${command}`;
  return new TurntableError('FIXTURE_MISSING', `${file} does not exist, and nothing is recorded: ${why}.\n  ${hint}`, {
    hint,
  });
}

/**
 * The mode that holds: `TURNTABLE_MODE`, else none in CI, else what the test wants.
 *
 * @param env the environment of the process
 * @throws {TurntableError} `USAGE`
 */
function fixtureMode(
  wanted: FixtureMode = 'once',
  env: NodeJS.ProcessEnv,
): { readonly mode: FixtureMode; readonly why: string } {
  const set = env['TURNTABLE_MODE'];
  if (set) return { mode: known(set, 'TURNTABLE_MODE'), why: `TURNTABLE_MODE is ${set}` };
  if (isCi(env)) return { mode: 'none', why: `CI is set (CI=${env['CI'] ?? ''}), so the mode is none` };
  return { mode: known(wanted, 'mode'), why: `the mode is ${wanted}` };
}

function known(mode: string, name: string): FixtureMode {
  const found = MODES.find((each) => each === mode);
  if (found !== undefined) return found;
  throw new TurntableError('USAGE', `invalid ${name} ${JSON.stringify(mode)}: use ${MODES.join(', ')}`);
}

function isCi({ CI }: NodeJS.ProcessEnv): boolean {
  return CI !== undefined && !['', '0', 'false'].includes(CI);
}
