import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { replayAgent, ReplayDivergedError, type ReplayAgentOptions } from '../../src/index.js';
import { request, result } from '../support/conversations/conversation.js';
import { fixtureBytes } from '../support/fixtures/fixture-bytes.js';
import { opened, prompt, ROOT, stopped } from '../support/conversations/opened.js';
import { chunk, type Conversation } from '../support/conversations/scripted.js';
import { WebClient } from '../support/conversations/web-client.js';

const HELLO = request(0, 'initialize', { protocolVersion: 1, clientCapabilities: { terminal: true } });
const NEW = request(1, 'session/new', { cwd: ROOT, mcpServers: [] });

/** One turn with a piece of text. */
const TURN: Conversation = [
  ...opened('s1'),
  ['client', prompt(2, 's1')],
  ['stderr', 'thinking'],
  ['agent', chunk('s1', 'hello')],
  ['agent', stopped(2)],
];

async function start(conversation: Conversation, options: ReplayAgentOptions = {}, headers?: [string, string][]) {
  const agent = await replayAgent(fixtureBytes(conversation, headers), options);
  onTestFinished(() => agent.close().catch(() => undefined));
  return { agent, client: new WebClient(agent) };
}

/** The error that a promise rejects with. */
async function divergence(promise: Promise<unknown>): Promise<ReplayDivergedError> {
  const thrown: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown instanceof ReplayDivergedError) return thrown;
  throw new Error(`no divergence but ${String(thrown)}`);
}

describe('a divergence', () => {
  test('is the answer to every request', async () => {
    const { client } = await start(TURN);
    await client.say(HELLO, request(1, 'session/list', {}));
    expect(await client.next()).toMatchObject({ id: 0, result: {} });
    const message = expect.stringContaining('replay diverged') as unknown;
    expect(await client.next()).toMatchObject({ id: 1, error: { message } });
    await client.say(request(7, 'session/list', {}));
    expect(await client.next()).toMatchObject({ id: 7, error: { message } });
  });

  test('that nobody asked for comes with the end of the test', async () => {
    const { agent, client } = await start(TURN);
    await client.say(HELLO, request(1, 'session/list', {}));
    await client.line();
    expect((await divergence(agent.close())).divergence.kind).toBe('unexpected');
  });

  test('that the test was told of comes once', async () => {
    const { agent, client } = await start(TURN);
    await client.say(HELLO, request(1, 'session/list', {}));
    await divergence(agent.finished());
    await agent.close();
    await agent[Symbol.asyncDispose]();
  });

  test('that the client has read does not come with the end of the scope, which would hide the error it became', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => {
      said.mockRestore();
    });
    const { agent, client } = await start(TURN);
    await client.say(HELLO, request(1, 'session/list', {}));
    await client.line();
    await client.line();
    await agent[Symbol.asyncDispose]();
    expect(said.mock.calls.join()).toContain('Only the client was told');
    await divergence(agent.close());
  });

  test('that the client has not read comes with the end of the scope', async () => {
    const { agent, client } = await start(TURN);
    await client.say(HELLO, request(1, 'session/list', {}));
    await divergence(agent[Symbol.asyncDispose]());
  });

  test('of a silent client tells who waits for whom, also on stderr, before the test times out', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => {
      said.mockRestore();
    });
    const asking: Conversation = [
      ...TURN.slice(0, -1),
      ['agent', request(0, 'fs/read_text_file', { sessionId: 's1', path: `${ROOT}/a` })],
      ['client', result(0, { content: '' })],
      ['agent', stopped(2)],
    ];
    const { agent, client } = await start(asking, { wait: 20 });
    await client.say(HELLO, NEW, prompt(2, 's1'));
    const refused = (await client.rest()).at(-1) ?? '';
    expect(refused).toMatch(/The answer to fs\/read_text_file \(line \d+\) did not come/);
    const { message, divergence: found } = await divergence(agent.finished());
    expect(found.kind).toBe('silence');
    expect(message).toMatch(/\n {2}.*waiting.*client/);
    expect(message.split('\n').length).toBeLessThanOrEqual(15);
    expect(said.mock.calls.join()).toContain(message);
  });

  test('is not that a test which failed left early', async () => {
    const { agent, client } = await start(TURN);
    await client.say(HELLO);
    await agent.close();
    await agent.close();
  });
});
