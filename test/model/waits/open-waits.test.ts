import { describe, expect, test } from 'vitest';
import type { Outside, Wait } from '../../../src/model/state/wait.js';
import { waitsOf } from '../../../src/model/waits/open-waits.js';
import type { Stream } from '../../../src/wire/frame.js';
import type { JsonObject, JsonValue } from '../../../src/wire/json-text.js';
import { error, request, result } from '../../support/conversations/conversation.js';
import { event, line, stateAfter, type Observed } from '../../support/conversations/observing.js';
import { utf8 } from '../../support/values/bytes.js';

const client = (message: JsonValue) => line('client', message);
const agent = (message: JsonValue) => line('agent', message);

function opening(version: 1 | 2, ...sessions: readonly string[]): Observed[] {
  return [
    client(request(0, 'initialize', { protocolVersion: version })),
    agent(result(0, { protocolVersion: version })),
    ...sessions.flatMap((sessionId) => [
      client(request(`new ${sessionId}`, 'session/new', { cwd: '/', mcpServers: [] })),
      agent(result(`new ${sessionId}`, { sessionId })),
    ]),
  ];
}

function prompt(id: number, sessionId = 's', text = 'Run the tests.'): Observed {
  return client(request(id, 'session/prompt', { sessionId, prompt: [{ type: 'text', text }] }));
}

function update(members: JsonObject, sessionId = 's'): Observed {
  return agent({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update: members } });
}

function call(toolCallId: string, members: JsonObject = {}): Observed {
  return update({
    sessionUpdate: 'tool_call',
    toolCallId,
    title: `Call ${toolCallId}`,
    status: 'in_progress',
    ...members,
  });
}

function ask(id: number, toolCallId: string, sessionId = 's'): Observed {
  const options = [
    { optionId: 'no', name: 'No', kind: 'reject_once' },
    { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  ];
  return agent(request(id, 'session/request_permission', { sessionId, toolCall: { toolCallId }, options }));
}

const CANCEL = client({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's' } });

/** Each wait as `kind, works: innermost < ... < outermost`. */
function waits(entries: readonly Observed[], outside?: Outside): string[] {
  return waitsOf(stateAfter(entries), outside).map(shown);
}

function shown({ kind, works, chain }: Wait): string {
  return `${kind}, ${works}: ${chain.map(({ id }) => id).join(' < ')}`;
}

function signs(entries: readonly Observed[], outside?: Outside): string[] {
  return waitsOf(stateAfter(entries), outside).flatMap((wait) => wait.signs.map(({ type }) => type));
}

describe('thousands of things that are open', () => {
  const ids = Array.from({ length: 20_000 }, (_, id) => id + 1_000);

  test('take time in proportion: calls, and what the agent asks for them', () => {
    const calls = ids.map((id) => call(`c${id}`, { content: [{ type: 'terminal', terminalId: `t${id}` }] }));
    const asked = ids.map((id) => agent(request(id, 'terminal/output', { sessionId: 's', terminalId: `t${id}` })));
    const [wait, ...others] = waitsOf(stateAfter([...opening(1, 's'), prompt(1), ...calls, ...asked]));
    expect(others).toEqual([]);
    expect(wait?.chain.length).toBe(40_001);
    expect(wait?.cause.parent).toBe(wait?.chain.find(({ kind }) => kind === 'tool-call')?.id);
  });

  test('take time in proportion: notifications with an id, prompts, and an answer that lacks its newline', () => {
    const sent = ids.map((id) => agent({ ...request(id, 'session/update', {}) }));
    const entries = [...opening(1, 's'), ...sent, ...ids.map((id) => prompt(id))];
    const bytes = utf8(JSON.stringify({ ...result(1_001, { stopReason: 'end_turn' }), _meta: 'x'.repeat(100_000) }));
    const unfinished = [{ sender: 'agent', bytes, sizeBytes: bytes.length, lastMs: 0 } as const];
    const found = waitsOf(stateAfter(entries), { unfinished });
    expect(found.length).toBe(20_000);
    const answered = found.filter(({ signs }) => signs.some((sign) => sign.type === 'unfinished' && sign.answers));
    expect(answered.map(({ cause }) => cause.request?.key)).toEqual(
      found.slice(1, 2).map(({ cause }) => cause.request?.key),
    );
  });
});

describe('what is waited for', () => {
  test('is nothing before the first request and after the last answer', () => {
    expect(waits([])).toEqual([]);
    expect(waits([...opening(1, 's'), prompt(1), agent(result(1, { stopReason: 'end_turn' }))])).toEqual([]);
  });

  test('is initialize, with what was handed to an agent that never wrote', () => {
    const first = client(request(0, 'initialize', { protocolVersion: 1 }));
    expect(waits([first])).toEqual(['initialize, agent: handshake:0']);
    expect(signs([first])).toEqual(['nothing-asked', 'handed-over', 'last-frame']);
    expect(signs([line('agent', 'Welcome!'), first])).toContain('unreadable');
  });

  test('is the innermost thing of a turn: a person before a tool call before the agent', () => {
    const start = [...opening(1, 's'), prompt(1)];
    expect(waits(start)).toEqual(['prompt, agent: turn:4']);
    expect(waits([...start, call('a')])).toEqual(['tool-call, agent: tool-call:5 < turn:4']);
    expect(waits([...start, call('a'), ask(1, 'a')])).toEqual([
      'permission, user: permission:6 < tool-call:5 < turn:4',
    ]);
    const parallel = [...start, call('a'), call('b'), ask(1, 'a')];
    expect(waits(parallel)).toEqual(['permission, user: permission:7 < tool-call:5 < tool-call:6 < turn:4']);
    const answered = [...parallel, client(result(1, { outcome: { outcome: 'selected', optionId: 'yes' } }))];
    expect(waits(answered)).toEqual(['tool-call, agent: tool-call:5 < tool-call:6 < turn:4']);
  });

  test('is no tool call that was rejected; one that only its permission request named runs once it is allowed', () => {
    const start = [...opening(1, 's'), prompt(1)];
    const rejected = client(result(1, { outcome: { outcome: 'selected', optionId: 'no' } }));
    expect(waits([...start, call('a'), ask(1, 'a'), rejected])).toEqual(['prompt, agent: turn:4']);
    const allowed = client(result(1, { outcome: { outcome: 'selected', optionId: 'yes' } }));
    expect(waits([...start, ask(1, 'x'), rejected])).toEqual(['prompt, agent: turn:4']);
    expect(waits([...start, ask(1, 'x'), allowed])).toEqual(['tool-call, agent: tool-call:5 < turn:4']);
    expect(waitsOf(stateAfter([...start, ask(1, 'x'), allowed]))[0]?.cause.status).toBe('allowed');
  });

  test.each([
    ['fs/read_text_file', 'file, client: fs:5 < turn:4'],
    ['terminal/create', 'terminal, client: terminal:5 < turn:4'],
    ['terminal/wait_for_exit', 'command, other: terminal:5 < turn:4'],
    ['elicitation/create', 'elicitation, user: elicitation:5 < turn:4'],
    ['_vendor/question', 'agent-request, client: extension:5 < turn:4'],
  ])('is the answer of the client to %s', (method, expected) => {
    const asked = agent(request(9, method, { sessionId: 's' }));
    expect(waits([...opening(1, 's'), prompt(1), asked])).toEqual([expected]);
    const refused = client(error(9, -32601, 'Method not found'));
    expect(waits([...opening(1, 's'), prompt(1), asked, refused])).toEqual(['prompt, agent: turn:4']);
  });

  test('names a command by the terminal that its tool call shows', () => {
    const create = agent(request(7, 'terminal/create', { sessionId: 's', command: 'npm', args: ['test'] }));
    const made = client(result(7, { terminalId: 't' }));
    const shows = call('a', { content: [{ type: 'terminal', terminalId: 't' }] });
    const wait = agent(request(8, 'terminal/wait_for_exit', { sessionId: 's', terminalId: 't' }));
    const entries = [...opening(1, 's'), prompt(1), create, made, shows, wait];
    expect(waits(entries)).toEqual(['command, other: terminal:8 < tool-call:7 < turn:4']);
    expect(waitsOf(stateAfter(entries))[0]?.cause.name).toBe('npm');
  });

  test('is a turn that goes on after a cancel, and the answer to what the cancel withdrew', () => {
    const start = [...opening(1, 's'), prompt(1)];
    expect(waits([...start, CANCEL])).toEqual(['cancelled-turn, agent: turn:4']);
    const withdrawn = [...start, call('a'), ask(1, 'a'), CANCEL];
    expect(waits(withdrawn)).toEqual(['withdrawn-request, client: permission:6 < tool-call:5 < turn:4']);
  });

  test('is opening a session, and any other request of the client', () => {
    expect(waits([...opening(1), client(request(5, 'session/new', { cwd: '/' }))])).toEqual([
      'session-setup, agent: session:2',
    ]);
    expect(waits([...opening(1), client(request(5, 'session/list', {}))])).toEqual([
      'client-request, agent: session:2',
    ]);
    expect(waits([...opening(1), client(request(5, 'authenticate', {}))])).toEqual(['sign-in, agent: handshake:2']);
  });

  test('keeps requests with one id apart, and those of a batch', () => {
    const twice = [client(request(5, 'session/new', {})), client(request(5, 'session/list', {}))];
    expect(waits([...opening(1), ...twice])).toEqual([
      'session-setup, agent: session:2',
      'client-request, agent: session:3',
    ]);
    const batch = client([request(5, '_a', {}), request(6, '_b', {})]);
    expect(waits([...opening(1), batch])).toEqual([
      'client-request, agent: extension:2:0',
      'client-request, agent: extension:2:1',
    ]);
  });

  test('is a guess where the recording has a gap that may hold the answer', () => {
    const entries = [...opening(1, 's'), prompt(1), event('gap')];
    expect(signs(entries)).toContain('in-gap');
    expect(signs([...opening(1, 's'), event('gap'), prompt(1)])).not.toContain('in-gap');
  });
});

describe('behind something else', () => {
  const asking = [...opening(1, 'a'), prompt(1, 'a'), call('x'), ask(9, 'x', 'a')];

  test('a request waits that was sent while a question was open, if the agent has read nothing since', () => {
    const both = waits([...asking, client(request(2, 'session/new', { cwd: '/' }))]);
    expect(both.at(-1)).toBe('head-of-line, agent: session:7');
    expect(both[0]).toMatch(/^permission, user/);
  });

  test('no request waits once the agent has answered a later one', () => {
    const read = [client(request(2, 'session/list', {})), agent(result(2, { sessions: [] }))];
    expect(waits([...asking, ...read, client(request(3, 'session/new', { cwd: '/' }))]).at(-1)).toBe(
      'session-setup, agent: session:9',
    );
  });

  test('no request waits that was sent before the question', () => {
    const entries = [...opening(1, 'a'), client(request(2, 'session/list', {})), prompt(1, 'a'), ask(9, 'x', 'a')];
    expect(waits(entries)[0]).toBe('client-request, agent: session:4');
  });

  test('a prompt waits for the turn that was open when it was sent', () => {
    const entries = [...opening(1, 's'), prompt(1), prompt(2)];
    expect(waits(entries)).toEqual(['prompt, agent: turn:4', 'queued-prompt, agent: turn:5']);
    expect(waits([...entries, agent(result(1, { stopReason: 'end_turn' }))])).toEqual(['prompt, agent: turn:5']);
  });
});

describe('a line that has begun', () => {
  const start = [...opening(1, 's'), prompt(4)];
  const begun = (text: string, sender: 'agent' | 'client' = 'agent'): Outside => {
    const bytes = utf8(text);
    return { unfinished: [{ sender, bytes, sizeBytes: bytes.length, lastMs: 1_000 }] };
  };

  test('is the cause if it is a whole message, and says which request it answers', () => {
    const outside = begun('{"jsonrpc":"2.0","id":4,"result":{"stopReason":"end_turn"}}');
    const [wait] = waitsOf(stateAfter(start), outside);
    expect(wait?.kind).toBe('unfinished-line');
    expect(wait?.signs[0]).toMatchObject({ type: 'unfinished', isWhole: true, answers: { id: 'turn:4' } });
  });

  test('answers nothing that it does not name', () => {
    const [wait] = waitsOf(stateAfter(start), begun('{"jsonrpc":"2.0","id":5,"result":{}}'));
    expect(wait?.signs[0]).toMatchObject({ isWhole: true, answers: undefined });
  });

  test("is no cause while it is cut, or is the other side's", () => {
    expect(waits(start, begun('{"jsonrpc":"2.0","id":4,"resu'))).toEqual(['prompt, agent: turn:4']);
    expect(waits(start, begun('{"jsonrpc":"2.0","id":4,"result":{}}', 'client'))).toEqual(['prompt, agent: turn:4']);
  });
});

describe('a full pipe', () => {
  const full = (stream: Stream) => event('not-reading', { stream, ms: '1000', pending: '70000' });

  test.each([
    ['client', 'agent'],
    ['agent', 'client'],
  ] as const)('of the %s is the cause of what the agent owes, and the %s has to act', (stream, reader) => {
    expect(waits([...opening(1, 's'), prompt(1), full(stream)])).toEqual([`not-reading, ${reader}: turn:4`]);
  });

  test('of stderr may be the cause of what the agent owes, and has nothing to do with what the client owes', () => {
    const start = [...opening(1, 's'), prompt(1)];
    expect(waits([...start, full('stderr')])).toEqual(waits(start));
    expect(signs([...start, full('stderr')])).toContain('not-reading');
    expect(signs([...start, call('x'), ask(5, 'x'), full('stderr')])).not.toContain('not-reading');
  });

  test.each([
    ['reads again', event('reading-again', { stream: 'client', ms: '2000' })],
    ['has closed it', event('stdin-closed', {})],
  ])('is forgotten once its reader %s', (_, after) => {
    expect(waits([...opening(1, 's'), prompt(1), full('client'), after])).toEqual(['prompt, agent: turn:4']);
  });

  test('says since when nothing was read', () => {
    const state = stateAfter([...opening(1, 's'), prompt(1), full('client')]);
    const toldAt = state.last?.at ?? 0;
    const [wait] = waitsOf(state);
    expect(wait?.signs).toContainEqual({
      type: 'not-reading',
      stream: 'client',
      since: { seq: state.last?.seq, at: toldAt - 1000 },
    });
  });
});

describe('in v2', () => {
  const state = (members: JsonObject) => update({ sessionUpdate: 'state_update', ...members });

  test('a prompt waits to be accepted, then to be worked on, then the work goes on until idle', () => {
    const start = [...opening(2, 's'), prompt(1)];
    expect(waits(start)).toEqual(['prompt-acceptance, agent: turn:4']);
    const accepted = [...start, agent(result(1, {}))];
    expect(waits(accepted)).toEqual(['queued-prompt, agent: turn:4']);
    const running = [...accepted, state({ state: 'running' })];
    expect(waits(running)).toEqual(['prompt, agent: turn:6']);
    expect(waits([...running, state({ state: 'requires_action' })])).toEqual(['requires-action, user: turn:6']);
    expect(waits([...running, state({ state: 'idle', stopReason: 'end_turn' })])).toEqual([]);
  });
});
