import type { ReplayReport } from '../replay/engine/replay-report.js';
import type { ReplayAgentOptions } from './replay-agent-options.js';
import { callSite } from './test-run/call-site.js';
import type { TestAgent } from './test-agent.js';
import { noteReplay } from './test-run/unasked-replays.js';

/**
 * A recording as the agent it was made of, for a client under test: no model, no network, no tokens. It speaks in this process, over web
 * streams that `ndJsonStream` of the official SDK takes; nothing happens before they are used.
 *
 * `finished()` tells how it went. It rejects with a {@link ReplayDivergedError} where the client did something else than was recorded, and
 * at once where it did so already. Asked at the end of a test, it takes a client that says no more for gone; where messages of it are
 * missing, it waits a second for them. Asked before the client said anything, it waits until the client has left, or has said all, or has
 * been silent for `wait`.
 *
 * `close()`, and with it `await using`, ends the replay. It rejects with a divergence that `finished()` was not asked for, but not because
 * a client left too early: a test that failed in the middle is to show why.
 * The end of an `await using` scope throws nothing that the client was told as the error of its request: it would be hidden in a
 * `SuppressedError`. {@link assertAllFinished} finds tests that pass all the same.
 *
 * - Closing stdin, or cancelling stdout, is how a client leaves. What it writes later goes nowhere.
 * - Where the recorded agent ended by itself, stdout closes and writing to stdin fails.
 * - After a divergence each request is answered with an error that tells of it.
 * - A client that reads slowly, or not at all, holds nothing up; what it did not read is kept, at most the fixture.
 * - Fake timers of a test runner do not move the replay's clock.
 *
 * @example
 * await using agent = await replayAgent('fixtures/cancel.acp', { ignore: ['/params/mcpServers'] });
 * await client({ name: 'my-test' }).connectWith(ndJsonStream(agent.stdin, agent.stdout), async (acp) => {
 *   await acp.request(methods.agent.initialize, { protocolVersion: 1, clientCapabilities: {} });
 * });
 * await agent.finished();
 *
 * @param source the path of a fixture (`.acp`) or a JSONL capture, or what such a file holds
 * @throws {TurntableError} `USAGE`, `FILE_UNREADABLE`, `FIXTURE_INVALID`, `CAPTURE_INVALID`, with file and line
 */
export async function replayAgent(
  source: string | Uint8Array,
  options: ReplayAgentOptions = {},
): Promise<TestAgent<ReplayReport>> {
  const startedAt = callSite(replayAgent);
  // what a replay needs is loaded by who replays
  const { ReplayedAgent } = await import('./replayed-agent.js');
  const agent = new ReplayedAgent(source, options);
  noteReplay(agent, startedAt);
  return agent;
}
