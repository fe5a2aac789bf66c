// A client on the official SDK, tested with vitest against a recorded agent. Without the fixture, or with TURNTABLE_MODE=all, the
// agent named here speaks and is recorded into it.
import { fileURLToPath } from 'node:url';
import { client, methods, ndJsonStream } from '@agentclientprotocol/sdk';
import { useFixture } from 'acp-turntable';
import { expect, test } from 'vitest';

const path = fileURLToPath(new URL('../delete-file.acp', import.meta.url));
const demoAgent = fileURLToPath(new URL('../../../fixtures/agents/demo-agent.js', import.meta.url));

test('a file that the user wants to keep stays', async () => {
  await using agent = await useFixture({ path, agent: ['node', demoAgent, '--clean'] });
  const asked: unknown[] = [];
  const stopReason = await client({ name: 'example' })
    .onNotification(methods.client.session.update, () => undefined)
    .onRequest(methods.client.session.requestPermission, ({ params }) => {
      asked.push(params.toolCall.title);
      return { outcome: { outcome: 'selected', optionId: 'reject' } };
    })
    .connectWith(ndJsonStream(agent.stdin, agent.stdout), async (acp) => {
      await acp.request(methods.agent.initialize, { protocolVersion: 1, clientCapabilities: {} });
      const { sessionId } = await acp.request(methods.agent.session.new, { cwd: process.cwd(), mcpServers: [] });
      const { stopReason } = await acp.request(methods.agent.session.prompt, {
        sessionId,
        prompt: [{ type: 'text', text: 'Delete greet.js.' }],
      });
      return stopReason;
    });
  expect(asked).toEqual(['Delete greet.js']);
  expect(stopReason).toBe('end_turn');
  await agent.finished();
});
