import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  readFixture,
  recordAgent,
  replayAgent,
  useFixture,
  type RecordAgentOptions,
  type UseFixtureOptions,
} from '../../src/index.js';
import { request, result } from '../support/conversations/conversation.js';
import { fixtureBytes } from '../support/fixtures/fixture-bytes.js';
import { temporaryFolder } from '../support/processes/folders.js';
import { opened, prompt, ROOT, stopped } from '../support/conversations/opened.js';
import { start } from '../support/processes/program.js';
import { chunk, type Conversation, type Line } from '../support/conversations/scripted.js';
import { agent as smallAgent, script } from '../support/turntable/turntable.js';
import { WebClient } from '../support/conversations/web-client.js';

const HELLO = request(0, 'initialize', { protocolVersion: 1, clientCapabilities: { terminal: true } });
const NEW = request(1, 'session/new', { cwd: ROOT, mcpServers: [] });
const TURN: Conversation = [
  ...opened('s1'),
  ['client', prompt(2, 's1')],
  ['agent', chunk('s1', 'hello')],
  ['agent', stopped(2)],
];

/** Answers each request with its method, and says on stderr that it is there. */
const ANSWERS = `
  process.stderr.write('here\\n');
  require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: 1, method } }));
  });`;

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

describe('recordAgent', () => {
  async function record(options: Partial<RecordAgentOptions> = {}) {
    const agent = await recordAgent({ agent: script(ANSWERS), ...options });
    onTestFinished(() => agent.close());
    return agent;
  }

  test('gives what both sides said, byte for byte, as a fixture', async () => {
    const path = join(temporaryFolder(), 'new', 'folder', 'x.acp');
    const agent = await record({ path });
    const client = new WebClient(agent);
    await client.say('{"jsonrpc":"2.0", "id":0,  "method":"initialize","params":{"protocolVersion":1}}');
    expect(await client.next()).toMatchObject({ id: 0, result: { method: 'initialize' } });
    const report = await agent.finished();
    expect(report).toMatchObject({ outcome: 'recorded', path });
    expect(report.notes).toContain('redact');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path)).toEqual(Buffer.from(report.fixture));
    const { headers, entries } = readFixture(path);
    expect(headers).toContainEqual(['title', 'x']);
    const said = entries.flatMap((entry) =>
      entry.type === 'frame' ? [`${entry.sender} ${new TextDecoder().decode(entry.bytes)}`] : [],
    );
    expect(said.filter((line) => !line.startsWith('stderr'))).toEqual([
      'client {"jsonrpc":"2.0", "id":0,  "method":"initialize","params":{"protocolVersion":1}}',
      'agent {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"method":"initialize"}}',
    ]);
    expect(said).toContain('stderr here');
    expect(entries.flatMap((entry) => (entry.type === 'event' && entry.name !== 'launch' ? [entry.name] : []))).toEqual(
      ['spawn', 'client-eof', 'agent-eof', 'exit'],
    );
    // and it can be replayed
    const replay = await replayAgent(path);
    await new WebClient(replay).say(HELLO);
    expect(await replay.finished()).toMatchObject({ outcome: 'matched' });
  });

  test('takes secrets out, and leaves them where that is wanted', async () => {
    const secret = {
      headers: [{ name: 'Authorization', value: 'Bearer abcdefgh12345678' }],
      name: 'x',
      type: 'http',
      url: 'https://x',
    };
    const texts: string[] = [];
    for (const redact of [true, false]) {
      const agent = await record({ redact });
      const client = new WebClient(agent);
      await client.say(HELLO, request(1, 'session/new', { cwd: ROOT, mcpServers: [secret] }));
      await client.line();
      await client.line();
      texts.push(new TextDecoder().decode((await agent.finished()).fixture));
    }
    expect(texts.map((text) => text.includes('abcdefgh12345678'))).toEqual([false, true]);
  });

  test('of an agent that cannot be started says so', async () => {
    const agent = await record({ agent: ['no-such-agent-anywhere'] });
    const client = new WebClient(agent);
    await client.say(HELLO).catch(() => undefined);
    const failure = { code: 'AGENT_NOT_STARTED', message: expect.stringContaining('not found on the PATH') as unknown };
    await expect(client.line()).rejects.toMatchObject(failure);
    await expect(agent.finished()).rejects.toMatchObject(failure);
  });

  test('waits for ever for an agent where that is wanted', async () => {
    const source = "process.stdin.resume().on('end', () => setTimeout(() => console.log('{}'), 100))";
    const agent = await record({ agent: script(source), wait: 0 });
    await new WebClient(agent).say(HELLO);
    const { entries } = readFixture((await agent.finished()).fixture);
    expect(entries.flatMap((entry) => (entry.type === 'frame' ? [entry.sender] : []))).toEqual(['client', 'agent']);
  });

  test('needs the words of an agent', async () => {
    await expect(recordAgent({ agent: [] })).rejects.toMatchObject({ code: 'USAGE' });
  });

  test('ends an agent that outlives its client', async () => {
    const agent = await record({ agent: smallAgent('ignore-eof'), wait: 200 });
    const client = new WebClient(agent);
    expect(await client.line()).toContain('_ready');
    const { fixture } = await agent.finished();
    const names = readFixture(fixture).entries.flatMap((entry) =>
      entry.type === 'event' && entry.name !== 'launch' ? [entry.name] : [],
    );
    expect(names).toContain('signal');
  });

  test('lets a client that reads slowly have it all', async () => {
    const agent = await record({ agent: smallAgent('flood', 2_000, 1_000) });
    const client = new WebClient(agent);
    expect(await client.line()).toContain('0000000000');
    await new Promise((resolve) => setTimeout(resolve, 300));
    for (let line = 1; line < 2_000; line += 1) expect(await client.line()).toContain(String(line).padStart(10, '0'));
    expect(readFixture((await agent.finished()).fixture).entries.filter(({ type }) => type === 'frame')).toHaveLength(
      2_000,
    );
  });

  test('is a command for a client that starts its agent', async () => {
    const agent = await record();
    const program = start(agent.command);
    program.endInput(asLines(HELLO));
    const { fixture } = await agent.finished();
    expect(readFixture(fixture).entries.filter(({ type }) => type === 'frame').length).toBeGreaterThanOrEqual(2);
    expect((await program.ended).stdout.toString()).toContain('"id":0');
  });

  test('is ended by an abort', async () => {
    const controller = new AbortController();
    const agent = await record({ signal: controller.signal });
    const client = new WebClient(agent);
    await client.say(HELLO);
    await client.line();
    controller.abort(new Error('stopped'));
    await expect(client.line()).rejects.toThrow('stopped');
    await expect(agent.finished()).rejects.toThrow('stopped');
  });
});

describe('useFixture', () => {
  beforeEach(() => {
    vi.stubEnv('CI', '');
    vi.stubEnv('TURNTABLE_MODE', '');
    onTestFinished(() => void vi.unstubAllEnvs());
  });

  /** A client that says hello to the agent of a fixture, and then what it is told to. */
  async function run(options: UseFixtureOptions, ...more: readonly Line[]) {
    const agent = await useFixture({ agent: script(ANSWERS), ...options });
    onTestFinished(() => agent.close().catch(() => undefined));
    const client = new WebClient(agent);
    await client.say(HELLO, ...more);
    for (let line = 0; line <= more.length; line += 1) await client.line();
    return { agent, speaks: agent.speaks };
  }

  async function wholly(options: UseFixtureOptions, ...more: readonly Line[]) {
    const { agent, speaks } = await run(options, ...more);
    const { outcome } = await agent.finished();
    await agent.close();
    return `${speaks} ${outcome}`;
  }

  test('once: records where there is no fixture, and replays from then on', async () => {
    const path = join(temporaryFolder(), 'x.acp');
    expect(await wholly({ path })).toBe('agent recorded');
    const recorded = readFileSync(path, 'utf8');
    expect(await wholly({ path })).toBe('recording matched');
    // a test that fails while it records leaves no fixture
    const other = join(temporaryFolder(), 'y.acp');
    const { agent } = await run({ path: other });
    await agent.close();
    expect(existsSync(other)).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe(recorded);
  });

  test('none, and so any mode in CI: a fixture that is not there is an error that says how to record it', async () => {
    const path = join(temporaryFolder(), 'x.acp');
    const missing = { code: 'FIXTURE_MISSING', hint: expect.stringContaining('TURNTABLE_MODE=once') as unknown };
    await expect(useFixture({ path, mode: 'none' })).rejects.toMatchObject(missing);
    vi.stubEnv('CI', 'true');
    await expect(useFixture({ path, agent: ['x'], mode: 'all' })).rejects.toMatchObject(missing);
  });

  test('TURNTABLE_MODE overrides the test, and CI', async () => {
    const path = join(temporaryFolder(), 'x.acp');
    vi.stubEnv('CI', 'true');
    vi.stubEnv('TURNTABLE_MODE', 'once');
    expect(await wholly({ path, mode: 'none' })).toBe('agent recorded');
    vi.stubEnv('TURNTABLE_MODE', 'often');
    await expect(useFixture({ path })).rejects.toMatchObject({ code: 'USAGE' });
  });

  test('all: records anew, and keeps what a person wrote into the fixture', async () => {
    const path = join(temporaryFolder(), 'x.acp');
    writeFileSync(
      path,
      fixtureBytes(TURN, [
        ['title', 'a cancel'],
        ['ignore', '/params/x'],
        ['agent', 'old 1.0'],
      ]),
    );
    expect(await wholly({ path, mode: 'all' })).toBe('agent recorded');
    const { headers, entries } = readFixture(path);
    expect(headers).toEqual(
      expect.arrayContaining([
        ['title', 'a cancel'],
        ['ignore', '/params/x'],
      ]),
    );
    expect(headers.filter(([name]) => name === 'title')).toHaveLength(1);
    expect(headers.some(([name]) => name === 'agent')).toBe(false);
    expect(entries.filter((entry) => entry.type === 'frame' && entry.sender !== 'stderr')).toHaveLength(2);
  });

  test('new: a client that diverges fails once, and the next run records anew', async () => {
    const path = join(temporaryFolder(), 'x.acp');
    const more = request(1, 'session/list', {});
    expect(await wholly({ path, mode: 'new' })).toBe('agent recorded');
    expect(await wholly({ path, mode: 'new' })).toBe('recording matched');
    const { agent } = await run({ path, mode: 'new' }, more);
    await expect(agent.finished()).rejects.toMatchObject({ code: 'REPLAY_DIVERGED' });
    expect(readFileSync(`${path}.diverged`, 'utf8')).toContain('session/list');
    // which other modes do not care about
    expect(await wholly({ path, mode: 'once' })).toBe('recording matched');
    expect(await wholly({ path, mode: 'new' }, more)).toBe('agent recorded');
    expect(existsSync(`${path}.diverged`)).toBe(false);
    expect(await wholly({ path, mode: 'new' }, more)).toBe('recording matched');
  });

  test('needs an agent only to record', async () => {
    const path = join(temporaryFolder(), 'x.acp');
    await expect(useFixture({ path })).rejects.toMatchObject({ code: 'USAGE' });
    writeFileSync(
      path,
      fixtureBytes([
        ['client', HELLO],
        ['agent', result(0, { protocolVersion: 1 })],
      ]),
    );
    const agent = await useFixture({ path });
    await new WebClient(agent).say(HELLO);
    expect(await agent.finished()).toMatchObject({ outcome: 'matched' });
  });
});
