import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { replayAgent, whyWaiting } from '../../src/index.js';
import { request } from '../support/conversations/conversation.js';
import { opened, prompt, ROOT, stopped } from '../support/conversations/opened.js';
import type { Conversation } from '../support/conversations/scripted.js';
import { WebClient } from '../support/conversations/web-client.js';
import { fixtureBytes } from '../support/fixtures/fixture-bytes.js';
import { temporaryFolder } from '../support/processes/folders.js';
import { utf8 } from '../support/values/bytes.js';
import { fixture } from '../support/turntable/turntable.js';

const HELLO = request(0, 'initialize', { protocolVersion: 1, clientCapabilities: {} });
const NEW = request(1, 'session/new', { cwd: ROOT, mcpServers: [] });
const ASKED: Conversation = [
  ...opened('s1'),
  ['client', prompt(2, 's1')],
  ['agent', request(9, 'fs/read_text_file', { sessionId: 's1', path: `${ROOT}/a.js` })],
  ['client', { jsonrpc: '2.0', id: 9, result: { content: '' } }],
  ['agent', stopped(2)],
];

test('an agent in a test says what is waited for, while the client owes an answer', async () => {
  const agent = await replayAgent(fixtureBytes(ASKED));
  onTestFinished(() => agent.close().catch(() => undefined));
  const client = new WebClient(agent);
  expect(await agent.why()).toMatchObject({ state: 'live', waits: [], waitingMs: null });
  await client.say(HELLO, NEW, prompt(2, 's1'));
  for (let line = await client.line(); line?.includes('fs/read_text_file') === false; line = await client.line());
  const { waits, text } = await agent.why();
  expect(waits).toMatchObject([{ kind: 'file', works: 'client', spans: [{ name: 'a.js', seq: 5 }, { kind: 'turn' }] }]);
  expect(text).toMatch(/^agent: live, waiting .*\n\nclient owes fs\/read_text_file 9 for /);
});

test('a message that the client wrote without its newline is named', async () => {
  const agent = await replayAgent(fixtureBytes(ASKED));
  onTestFinished(() => agent.close().catch(() => undefined));
  const client = new WebClient(agent);
  await client.say(HELLO, NEW, prompt(2, 's1'));
  for (let line = await client.line(); line?.includes('fs/read_text_file') === false; line = await client.line());
  await client.write(utf8('{"jsonrpc":"2.0","id":9,'));
  await client.write(utf8('"result":{"content":""}}'));
  const { waits } = await agent.why();
  expect(waits).toMatchObject([{ kind: 'unfinished-line' }]);
  expect(waits[0]?.lines).toContainEqual(
    expect.objectContaining({
      certainty: 'guess',
      text: expect.stringContaining('the answer to fs/read_text_file 9') as string,
    }),
  );
});

test('a file says what was owed when it ended', async () => {
  const { waits, recording } = await whyWaiting(fixture('conversations/demo.acp'));
  expect({ waits, recording }).toEqual({ waits: [], recording: 'conversations/demo' });
});

test('without a database there is nothing to ask about', async () => {
  await expect(whyWaiting('@last', { db: join(temporaryFolder(), 'none.db') })).rejects.toMatchObject({
    code: 'DATABASE_MISSING',
  });
});
