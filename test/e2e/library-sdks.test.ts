import { fileURLToPath } from 'node:url';
import * as sdk from '@agentclientprotocol/sdk';
import { describe, expect, test } from 'vitest';
import { replayAgent, ReplayDivergedError } from '../../src/index.js';

const FIXTURE = fileURLToPath(new URL('../../docs/examples/delete-file.acp', import.meta.url));
const UPDATES = [
  ...['agent_thought_chunk', 'agent_thought_chunk', 'tool_call', 'tool_call_update'],
  ...['agent_message_chunk', 'agent_message_chunk', 'agent_message_chunk', 'agent_message_chunk'],
];

describe('the official SDK, version 2', () => {
  /** The conversation of the fixture, with another answer to what the agent asks where that is wanted. */
  async function converse({ stdin, stdout }: Awaited<ReturnType<typeof replayAgent>>, optionId = 'reject') {
    const updates: string[] = [];
    const stopReason = await sdk
      .client({ name: 'test' })
      .onNotification(sdk.methods.client.session.update, ({ params }) => {
        updates.push(params.update.sessionUpdate);
      })
      .onRequest(sdk.methods.client.session.requestPermission, () => ({ outcome: { outcome: 'selected', optionId } }))
      .connectWith(sdk.ndJsonStream(stdin, stdout), async (acp) => {
        await acp.request(sdk.methods.agent.initialize, { protocolVersion: 1, clientCapabilities: {} });
        const { sessionId } = await acp.request(sdk.methods.agent.session.new, { cwd: '/elsewhere', mcpServers: [] });
        const { stopReason } = await acp.request(sdk.methods.agent.session.prompt, {
          sessionId,
          prompt: [{ type: 'text', text: 'Delete greet.js.' }],
        });
        return stopReason;
      });
    return { stopReason, updates };
  }

  test('takes the streams as they are', async () => {
    const agent = await replayAgent(FIXTURE);
    expect(await converse(agent)).toEqual({ stopReason: 'end_turn', updates: UPDATES });
    expect(await agent.finished()).toMatchObject({ outcome: 'matched', ended: 'client-eof' });
  });

  test('is told of a divergence, and so is the test', async () => {
    const agent = await replayAgent(FIXTURE);
    await expect(converse(agent, 'allow')).rejects.toThrow(/^replay diverged: .*\/result\/outcome\/optionId differs/);
    await expect(agent.finished()).rejects.toThrow(ReplayDivergedError);
  });
});

/** What is used of the package's version 0.12, which has another way to connect. */
interface OlderSdk {
  readonly ndJsonStream: (output: WritableStream<Uint8Array>, input: ReadableStream<Uint8Array>) => unknown;
  readonly ClientSideConnection: new (client: () => OlderClient, stream: unknown) => OlderConnection;
}

interface OlderClient {
  sessionUpdate(params: { update: { sessionUpdate: string } }): Promise<void>;
  requestPermission(): Promise<object>;
}

interface OlderConnection {
  initialize(params: object): Promise<unknown>;
  newSession(params: object): Promise<{ sessionId: string }>;
  prompt(params: object): Promise<{ stopReason: string }>;
}

/** Imported by a name that the compiler does not follow: the package's declarations name files that are not in it. */
const OLDER = 'acp-sdk-0';
const older = (await import(OLDER)) as OlderSdk;

describe('the official SDK, version 0.12', () => {
  test('takes the same streams, and need not close them', async () => {
    const agent = await replayAgent(FIXTURE);
    const updates: string[] = [];
    const acp = new older.ClientSideConnection(
      () => ({
        sessionUpdate: async ({ update }) => {
          updates.push(update.sessionUpdate);
          return Promise.resolve();
        },
        requestPermission: async () => Promise.resolve({ outcome: { outcome: 'selected', optionId: 'reject' } }),
      }),
      older.ndJsonStream(agent.stdin, agent.stdout),
    );
    await acp.initialize({ protocolVersion: 1, clientCapabilities: {} });
    const { sessionId } = await acp.newSession({ cwd: '/elsewhere', mcpServers: [] });
    const prompt = [{ type: 'text', text: 'Delete greet.js.' }];
    expect(await acp.prompt({ sessionId, prompt })).toEqual({ stopReason: 'end_turn' });
    expect(updates).toEqual(UPDATES);
    expect(await agent.finished()).toMatchObject({ outcome: 'matched' });
  });
});
