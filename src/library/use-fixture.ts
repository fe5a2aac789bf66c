import { existsSync } from 'node:fs';
import { TurntableError } from '../errors.js';
import type { ReplayReport } from '../replay/engine/replay-report.js';
import { isMarked, mark } from './diverged-mark.js';
import { recordAgent } from './record-agent.js';
import type { RecordAgentOptions, RecordingReport } from './types.js';
import type { ReplayAgentOptions } from './replay-agent-options.js';
import type { TestAgent } from './test-agent.js';

/** When a fixture is recorded: see {@link useFixture}. */
export type FixtureMode = 'none' | 'once' | 'new' | 'all';

const MODES: readonly FixtureMode[] = ['none', 'once', 'new', 'all'];

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
 * A fixture is written when `finished()` is asked for how it went, which a test that failed before does not reach.
 *
 * @example
 * await using agent = await useFixture({ path: 'fixtures/cancel.acp', agent: ['gemini', '--acp'] });
 * await runMyClient(agent.stdin, agent.stdout);
 * await agent.finished();
 *
 * @throws {TurntableError} `FIXTURE_MISSING`, `USAGE`, and what {@link replayAgent} and {@link recordAgent} throw
 */
export async function useFixture(options: UseFixtureOptions): Promise<TestAgent<ReplayReport | RecordingReport>> {
  const { path } = options;
  const mode = fixtureMode(options.mode, process.env);
  const isThere = existsSync(path);
  if (mode === 'all' || (mode !== 'none' && !isThere) || (mode === 'new' && isMarked(path))) {
    return recordAgent({ ...options, agent: agentOf(options, mode) });
  }
  if (!isThere) throw missing(options);
  const { ReplayedAgent } = await import('./replayed-agent.js');
  return new ReplayedAgent(path, options, (error) => {
    if (mode === 'new') mark(path, error);
  });
}

function agentOf({ path, agent }: UseFixtureOptions, mode: FixtureMode): readonly string[] {
  if (agent !== undefined) return agent;
  const why = existsSync(path) ? 'has to be recorded again' : 'does not exist';
  throw new TurntableError('USAGE', `${path} ${why} (mode ${mode}), but there is no agent to record`, {
    hint: "Name its command: agent: ['gemini', '--acp'].",
  });
}

function missing({ path, agent }: UseFixtureOptions): TurntableError {
  const command = agent === undefined ? 'AGENT [ARG...]' : agent.join(' ');
  return new TurntableError('FIXTURE_MISSING', `${path} does not exist, and mode none records nothing`, {
    hint: `Record it where the agent can run: set TURNTABLE_MODE=once, or run "turntable record --fixture ${path} -- ${command}".`,
  });
}

/**
 * The mode that holds: `TURNTABLE_MODE`, else none in CI, else what the test wants.
 *
 * @param env the environment of the process
 * @throws {TurntableError} `USAGE`
 */
function fixtureMode(wanted: FixtureMode = 'once', env: NodeJS.ProcessEnv): FixtureMode {
  const set = env['TURNTABLE_MODE'];
  if (set) return known(set, 'TURNTABLE_MODE');
  return isCi(env) ? 'none' : known(wanted, 'mode');
}

function known(mode: string, name: string): FixtureMode {
  const found = MODES.find((each) => each === mode);
  if (found !== undefined) return found;
  throw new TurntableError('USAGE', `invalid ${name} ${JSON.stringify(mode)}: use ${MODES.join(', ')}`);
}

function isCi({ CI }: NodeJS.ProcessEnv): boolean {
  return CI !== undefined && !['', '0', 'false'].includes(CI);
}
