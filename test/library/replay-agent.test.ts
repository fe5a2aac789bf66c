import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { replayAgent, ReplayDivergedError, type ReplayAgentOptions } from '../../src/index.js';
import { request, result } from '../support/conversations/conversation.js';
import { fixtureBytes } from '../support/fixtures/fixture-bytes.js';
import { opened, prompt, ROOT, stopped } from '../support/conversations/opened.js';
import { chunk, notification, update, type Conversation } from '../support/conversations/scripted.js';
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

describe('a replay', () => {
  test('says what was recorded, and that all of it came', async () => {
    const { agent, client } = await start(TURN);
    await client.say(HELLO, NEW, prompt(2, 's1'));
    await client.leave();
    expect((await client.rest()).map((line) => JSON.parse(line) as unknown)).toEqual(
      TURN.filter(([who]) => who === 'agent').map(([, line]) => line),
    );
    expect(await agent.finished()).toMatchObject({
      outcome: 'matched',
      ended: 'client-eof',
      coverage: { clientMessages: { came: 3, of: 3 }, agentFrames: { sent: 4, of: 4 } },
    });
  });

  test('binds ids and folders to those of its client', async () => {
    const { agent, client } = await start([...TURN, ['agent', chunk('s1', `see ${ROOT}/a.js`)]]);
    await client.say({ ...HELLO, id: 'a' }, request('b', 'session/new', { cwd: '/elsewhere', mcpServers: [] }));
    await client.say({ ...prompt(2, 's1'), id: 'c' });
    await client.leave();
    const lines = await client.rest();
    expect(lines.map((line) => (JSON.parse(line) as { id?: unknown }).id)).toEqual([
      'a',
      'b',
      undefined,
      'c',
      undefined,
    ]);
    expect(lines.at(-1)).toContain('see /elsewhere/a.js');
    await agent.finished();
  });

  test('writes what was recorded of stderr', async () => {
    const { agent, client } = await start(TURN);
    await client.say(HELLO, NEW, prompt(2, 's1'));
    await client.leave();
    expect(await new Response(agent.stderr).text()).toBe('thinking\n');
  });

  test('takes a file, and one that is not there is an error', async () => {
    await expect(replayAgent('no/such.acp')).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    await expect(replayAgent(new TextEncoder().encode('#acp-fixture 1\nclinet {}\n'))).rejects.toMatchObject({
      code: 'FIXTURE_INVALID',
      message: expect.stringContaining('fixture, line 2') as unknown,
    });
  });

  test.each<[string, ReplayAgentOptions]>([
    ['match', { match: 'loose' as never }],
    ['wait', { wait: -1 }],
    ['pace', { pace: 'fast' as never }],
    ['ignore', { ignore: ['params'] }],
    ['faults', { faults: ['explode@1'] }],
    ['process', { process: 0 }],
  ])('refuses an impossible %s', async (_, options) => {
    await expect(replayAgent(fixtureBytes(TURN), options)).rejects.toMatchObject({ code: 'USAGE' });
  });

  test('keeps a clock of its own where the test stops all clocks', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const paced: Conversation = [['client', HELLO, 0], ['agent', result(0, {}), 30], ...TURN.slice(2)];
    const { agent, client } = await start(paced, { pace: 'recorded' });
    await client.say(HELLO);
    expect(await client.next()).toMatchObject({ id: 0 });
    vi.advanceTimersByTime(60_000);
    await client.say(NEW, prompt(2, 's1'));
    await client.leave();
    expect(await agent.finished()).toMatchObject({ outcome: 'matched' });
  });

  test('lets the client use its buffer again', async () => {
    const { agent, client } = await start(TURN);
    const buffer = Buffer.from(`${JSON.stringify(HELLO)}\n`);
    const rest = Buffer.from(buffer.subarray(20));
    await client.write(buffer.subarray(0, 20));
    buffer.fill(0x20);
    await client.write(rest);
    await client.say(NEW, prompt(2, 's1'));
    await client.leave();
    expect(await agent.finished()).toMatchObject({ outcome: 'matched' });
  });

  test('refuses text where bytes are due', async () => {
    const { stdin } = await replayAgent(fixtureBytes(TURN));
    await expect(stdin.getWriter().write('{}' as never)).rejects.toMatchObject({ code: 'USAGE' });
  });

  test('hears what is written in one go after whoever wrote has gone on', async () => {
    const { client } = await start([
      ...opened('s1'),
      ['client', prompt(2, 's1')],
      ['agent', update('s1', 'plan', { entries: [] })],
      ['client', notification('session/cancel', { sessionId: 's1' })],
      ['agent', stopped(2, 'cancelled')],
    ]);
    await client.say(HELLO, NEW);
    await client.line();
    await client.line();
    void client.say(prompt(2, 's1'));
    void client.say(notification('session/cancel', { sessionId: 's1' }));
    expect(await client.next()).toMatchObject({ method: 'session/update' });
    expect(await client.next()).toMatchObject({ id: 2, result: { stopReason: 'cancelled' } });
  });
});

describe('finished', () => {
  test('needs no client that closes its streams', async () => {
    const { agent, client } = await start(TURN);
    await client.say(HELLO, NEW, prompt(2, 's1'));
    expect(await agent.finished()).toMatchObject({ outcome: 'matched', coverage: { clientMessages: { came: 3 } } });
    expect(await client.rest()).toHaveLength(4);
  });

  test('waits for the client where it is asked first', async () => {
    const { agent, client } = await start(TURN);
    const finished = agent.finished();
    for (const line of [HELLO, NEW, prompt(2, 's1')]) {
      await client.say(line);
      await client.line();
    }
    expect(await finished).toMatchObject({ outcome: 'matched' });
  });

  test('sees one message too many also where it is asked first', async () => {
    const { agent, client } = await start(TURN);
    const finished = divergence(agent.finished());
    await client.say(HELLO, NEW, prompt(2, 's1'));
    for (let line = 0; line < 4; line += 1) await client.line();
    await client.say(notification('session/cancel', { sessionId: 's1' }));
    const error = await finished;
    expect(error.divergence.kind).toBe('unexpected');
    expect(error.hint).toContain("onCancel: 'answer'");
  });

  test('rejects with what differs, where, and how to accept it', async () => {
    const { agent, client } = await start(TURN);
    await client.say(HELLO, NEW, prompt(2, 's1', 'goodbye'));
    const error = await divergence(agent.finished());
    expect(error).toMatchObject({
      name: 'ReplayDivergedError',
      code: 'REPLAY_DIVERGED',
      exitCode: 5,
      report: { outcome: 'diverged' },
    });
    expect(error.divergence).toMatchObject({
      kind: 'different',
      nearest: { line: 6 },
      differences: [{ pointer: '/params/prompt/0/text', expected: 'hello', received: 'goodbye' }],
    });
    expect(error.message).toBe(
      [
        'replay diverged: session/prompt "goodbye" (session s1) is not what was recorded (line 6): /params/prompt/0/text differs.',
        '  /params/prompt/0/text',
        '    recorded: "hello"',
        '    received: "goodbye"',
        '  fixture: fixture:6, used: 2 of 3 client messages, 2 of 4 agent frames',
        "  If the client is right: ignore: ['/params/prompt/0/text'] (--ignore), or record the fixture again.",
      ].join('\n'),
    );
  });

  test('rejects where the client leaves before all has come', async () => {
    const { agent, client } = await start(TURN);
    await client.say(HELLO);
    await client.leave();
    const error = await divergence(agent.finished());
    expect(error.divergence.kind).toBe('unused');
    expect(error.hint).toContain('allowPartial: true');
  });

  test('rejects a second later where messages are missing and nobody left', async () => {
    const { agent, client } = await start(TURN, { wait: 30_000 });
    await client.say(HELLO);
    await client.line();
    expect((await divergence(agent.finished())).divergence.kind).toBe('unused');
  });

  test('rejects where the client is silent for too long', async () => {
    const { agent } = await start(TURN, { wait: 20 });
    expect((await divergence(agent.finished())).divergence.kind).toBe('silence');
  });

  test('may be asked again', async () => {
    const { agent, client } = await start(TURN);
    await client.say(HELLO, NEW, prompt(2, 's1'));
    expect(await agent.finished()).toBe(await agent.finished());
  });

  test('takes the options of the replay and the headers of the fixture', async () => {
    const said = [HELLO, NEW, prompt(2, 's1', 'goodbye')];
    const ignoring = await start(TURN, { ignore: ['/params/prompt/0/text'] });
    await ignoring.client.say(...said);
    expect(await ignoring.agent.finished()).toMatchObject({ warnings: [] });
    const loose = await start(TURN, { match: 'method' });
    await loose.client.say(...said);
    expect((await loose.agent.finished()).warnings).toHaveLength(1);
    const byHeader = await start(TURN, {}, [['match', '/params/prompt/0/text ~ /^[a-z]+$/']]);
    await byHeader.client.say(...said);
    expect(await byHeader.agent.finished()).toMatchObject({ warnings: [] });
    const partial = await start(TURN, { allowPartial: true });
    await partial.client.say(HELLO);
    expect(await partial.agent.finished()).toMatchObject({ outcome: 'matched' });
  });

  test('ends where a fault holds the rest back', async () => {
    const { agent, client } = await start(TURN, { faults: ['stall@1'] });
    await client.say(HELLO, NEW, prompt(2, 's1'));
    expect(await agent.finished()).toMatchObject({ outcome: 'matched' });
    expect(await client.rest()).toEqual([]);
  });
});

describe('the ends', () => {
  test('a client that cancels stdout has left', async () => {
    const { agent, client } = await start(TURN);
    await client.say(HELLO, NEW, prompt(2, 's1'));
    await client.cancel();
    // as the SDK does, whose last writes may come after that
    await client.say(HELLO);
    expect(await agent.finished()).toMatchObject({ outcome: 'matched', ended: 'client-eof' });
  });

  test('a client that never reads holds nothing up', async () => {
    const { agent, client } = await start([
      ...opened('s1'),
      ['client', prompt(2, 's1')],
      ...Array.from({ length: 500 }, (): Conversation[number] => ['agent', chunk('s1', 'x'.repeat(1_000))]),
      ['agent', stopped(2)],
    ]);
    await client.say(HELLO, NEW, prompt(2, 's1'));
    expect(await agent.finished()).toMatchObject({ unwritten: 0, coverage: { agentFrames: { sent: 503, of: 503 } } });
    // what it did not read waits for it
    expect(await client.rest()).toHaveLength(503);
  });

  test('an agent that was recorded as ending by itself closes stdout, and is not written to', async () => {
    const { agent, client } = await start([...opened('s1'), ['event', 'agent-eof'], ['event', 'exit', { code: '3' }]]);
    await client.say(HELLO, NEW);
    expect(await client.rest()).toHaveLength(2);
    await expect(client.say(HELLO)).rejects.toThrow('has ended');
    expect(await agent.finished()).toMatchObject({ outcome: 'matched', ended: 'own-ending' });
  });

  test('a client that closes its stream gets what was free to go', async () => {
    const { client } = await start(TURN);
    await client.say(HELLO);
    await client.leave();
    expect(await client.rest()).toHaveLength(1);
  });

  test('an abort ends all with its reason', async () => {
    const controller = new AbortController();
    const { agent, client } = await start(TURN, { signal: controller.signal });
    await client.say(HELLO);
    await client.line();
    const reason = new Error('the test was stopped');
    controller.abort(reason);
    await expect(client.line()).rejects.toBe(reason);
    await expect(agent.finished()).rejects.toBe(reason);
    await agent.close();
  });

  test('an abort that came before is the same', async () => {
    const { agent, client } = await start(TURN, { signal: AbortSignal.abort(new Error('over')) });
    await expect(client.line()).rejects.toThrow('over');
    await expect(agent.finished()).rejects.toThrow('over');
  });
});
