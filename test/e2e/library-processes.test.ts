import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { replayAgent } from '../../src/index.js';
import { request } from '../support/conversation.js';
import { fixtureBytes } from '../support/fixture-bytes.js';
import { temporaryFolder } from '../support/folders.js';
import { opened, prompt, ROOT, stopped } from '../support/opened.js';
import { start } from '../support/program.js';
import { chunk, type Conversation, type Line } from '../support/scripted.js';

const HELLO = request(0, 'initialize', { protocolVersion: 1, clientCapabilities: { terminal: true } });
const NEW = request(1, 'session/new', { cwd: ROOT, mcpServers: [] });
const TURN: Conversation = [
  ...opened('s1'),
  ['client', prompt(2, 's1')],
  ['agent', chunk('s1', 'hello')],
  ['agent', stopped(2)],
];

const asLines = (...lines: readonly Line[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

describe('the command of a replay', () => {
  test.each([
    ['a file', true],
    ['bytes', false],
  ])('is the agent of %s for a client that starts it, and tells how it went', async (_, isFile) => {
    const file = join(temporaryFolder(), 'a fixture.acp');
    writeFileSync(file, fixtureBytes(TURN));
    const agent = await replayAgent(isFile ? file : fixtureBytes(TURN), { ignore: ['/params/prompt/0/text'] });
    const program = start(agent.command);
    program.endInput(asLines(HELLO, NEW, prompt(2, 's1', 'goodbye')));
    const report = await agent.finished();
    expect(report).toMatchObject({ outcome: 'matched', coverage: { clientMessages: { came: 3, of: 3 } } });
    const { code, stdout } = await program.ended;
    expect(code).toBe(0);
    expect(stdout.toString()).toContain('"stopReason":"end_turn"');
    await agent.close();
  });

  test('tells of a divergence, also a test that did not ask', async () => {
    const agent = await replayAgent(fixtureBytes(TURN));
    const program = start(agent.command);
    program.endInput(asLines(HELLO, request(1, 'session/list', {})));
    expect((await program.ended).code).toBe(5);
    await expect(agent.close()).rejects.toMatchObject({ code: 'REPLAY_DIVERGED', divergence: { kind: 'unexpected' } });
    await expect(agent.finished()).rejects.toMatchObject({ code: 'REPLAY_DIVERGED' });
  });

  test('that nobody started is an error', async () => {
    const agent = await replayAgent(fixtureBytes(TURN), { wait: 10 });
    expect(agent.command).toContain('replay');
    await expect(agent.finished()).rejects.toMatchObject({ code: 'AGENT_UNFINISHED' });
    await agent.close();
  });
});
