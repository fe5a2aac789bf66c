import { callSite } from './test-run/call-site.js';
import { FixtureLock, fixtureBusy } from './test-run/fixture-lock.js';
import type { TestAgent } from './test-agent.js';
import type { RecordAgentOptions, RecordingReport } from './types.js';

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
 * @throws {TurntableError} `USAGE`; `FIXTURE_BUSY` while another test records the same fixture. Its `finished()`: `AGENT_NOT_STARTED`, `AGENT_UNFINISHED`, `RECORDING_FAILED`, `FILE_UNWRITABLE`
 */
export async function recordAgent(options: RecordAgentOptions): Promise<TestAgent<RecordingReport>> {
  const { path } = options;
  if (path === undefined) return lockedRecording(options, undefined);
  const startedAt = callSite(recordAgent);
  const lock = FixtureLock.take(path, startedAt);
  if (!(lock instanceof FixtureLock)) throw fixtureBusy(path, startedAt, lock);
  return lockedRecording(options, lock);
}

/** The same for who has the lock, which is released when the fixture is written or the agent is closed. */
export async function lockedRecording(
  options: RecordAgentOptions,
  lock: FixtureLock | undefined,
): Promise<TestAgent<RecordingReport>> {
  try {
    const { RecordedAgent } = await import('./recorded-agent.js');
    return new RecordedAgent(options, lock);
  } catch (thrown) {
    lock?.release();
    throw thrown;
  }
}
