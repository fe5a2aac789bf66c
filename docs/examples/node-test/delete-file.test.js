// The same fixture with node:test and with no SDK at all: lines of JSON over web streams.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkFixture, replayAgent } from 'acp-turntable';

const path = fileURLToPath(new URL('../delete-file.acp', import.meta.url));

test('the turn ends when the user says no', async () => {
  const agent = await replayAgent(path);
  try {
    const writer = agent.stdin.getWriter();
    const say = (message) =>
      writer.write(new TextEncoder().encode(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`));
    say({ id: 0, method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {} } });
    for await (const { id, method, result } of messages(agent.stdout)) {
      if (method === 'session/request_permission') {
        say({ id, result: { outcome: { outcome: 'selected', optionId: 'reject' } } });
      } else if (method === undefined && id === 0) {
        say({ id: 1, method: 'session/new', params: { cwd: process.cwd(), mcpServers: [] } });
      } else if (method === undefined && id === 1) {
        const prompt = [{ type: 'text', text: 'Delete greet.js.' }];
        say({ id: 2, method: 'session/prompt', params: { sessionId: result.sessionId, prompt } });
      } else if (method === undefined && id === 2) {
        assert.equal(result.stopReason, 'end_turn');
        break;
      }
    }
    await agent.finished();
  } finally {
    await agent.close();
  }
});

test('the client keeps to the protocol', async () => {
  const { violations } = await checkFixture(path);
  assert.deepEqual(
    violations.filter(({ fault, severity }) => fault === 'client' && severity === 'error'),
    [],
  );
});

async function* messages(stdout) {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of stdout) {
    text += decoder.decode(chunk, { stream: true });
    const lines = text.split('\n');
    text = lines.pop();
    for (const line of lines) yield JSON.parse(line);
  }
}
