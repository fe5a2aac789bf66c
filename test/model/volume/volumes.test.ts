import { describe, expect, test } from 'vitest';
import { Observer } from '../../../src/model/observer.js';
import { deserializeState, serializeState } from '../../../src/store/query/checkpoint-state.js';
import type { Session } from '../../../src/model/state/session.js';
import type { JsonObject } from '../../../src/wire/json-text.js';
import { request, result } from '../../support/conversations/conversation.js';
import { line, stateAfter, tell, type Observed } from '../../support/conversations/observing.js';

const opened = (version: 1 | 2 = 1): Observed[] => [
  line('client', request(0, 'initialize', { protocolVersion: version })),
  line('agent', result(0, { protocolVersion: version })),
  line('client', request(1, 'session/new', { cwd: '/', mcpServers: [] })),
  line('agent', result(1, { sessionId: 's' })),
  line('client', request(2, 'session/prompt', { sessionId: 's', prompt: [{ type: 'text', text: 'hi' }] })),
];
const update = (members: JsonObject) =>
  line('agent', { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update: members } });
const text = (said: string) => ({ type: 'text', text: said });
const callUpdate = (said: string, more: JsonObject = {}) =>
  update({
    sessionUpdate: 'tool_call_update',
    toolCallId: 'c',
    content: [{ type: 'content', content: text(said) }],
    ...more,
  });
const chunk = (said: string, more: JsonObject = {}) =>
  update({ sessionUpdate: 'agent_message_chunk', content: text(said), ...more });

function sessionAfter(entries: readonly Observed[]): Session {
  return stateAfter(entries).sessions.get('s') ?? expect.fail();
}

/** What was sent, part by part, without the kinds: content and line sizes depend on them. */
function sizes(session: Session): unknown[] {
  return [...session.volume.parts.values()].map(({ of, id, frames, sentBytes, newBytes }) => {
    return { of, id, frames, sentBytes, newBytes };
  });
}

const lines = (count: number): string => Array.from({ length: count }, (_, i) => `test ${1_000 + i} ok\n`).join('');
const LINE = lines(1).length;

describe('the output of a tool call', () => {
  test('that is sent again with each new line is new only once', () => {
    const session = sessionAfter([...opened(), ...[10, 20, 30].map((count) => callUpdate(lines(count)))]);
    expect(sizes(session)).toEqual([
      // the types of the content are texts as well: 11 bytes
      { of: 'tool-call', id: 'c', frames: 3, sentBytes: 60 * LINE + 33, newBytes: 30 * LINE + 11 },
    ]);
    expect(session.volume).toMatchObject({ sentBytes: 60 * LINE + 33, newBytes: 30 * LINE + 11 });
  });

  test('is followed in each place of its own: content, raw output, lists of blocks', () => {
    const blocks = (count: number) => Array.from({ length: count }, (_, i) => lines(10) + String(i));
    const rest = (count: number) =>
      update({
        sessionUpdate: 'tool_call_update',
        toolCallId: 'c',
        rawOutput: { stdout: blocks(count), stderr: lines(20 + count) },
      });
    const [part] = sessionAfter([...opened(), rest(1), rest(2), rest(3)]).volume.parts.values();
    const all = blocks(3).join('').length + lines(23).length;
    expect(part?.newBytes).toBe(all);
    expect(part?.sentBytes).toBe(
      [1, 2, 3].reduce((sum, n) => sum + blocks(n).join('').length + lines(20 + n).length, 0),
    );
  });

  test('that replaces other output is new', () => {
    const session = sessionAfter([...opened(), callUpdate(lines(30)), callUpdate('another thing '.repeat(40))]);
    const [part] = session.volume.parts.values();
    expect(part?.newBytes).toBe((part?.sentBytes ?? 0) - 11);
  });

  test('is forgotten when the call is finished: nothing of it is kept', () => {
    const session = sessionAfter([...opened(), callUpdate(lines(30)), callUpdate(lines(31), { status: 'completed' })]);
    expect([...session.volume.parts.values()].map(({ marks }) => marks.size)).toEqual([0]);
  });

  test('that is told again when its session is loaded is not repeated', () => {
    const loads = [3, 4, 5].flatMap((id) => [
      line('client', request(id, 'session/load', { sessionId: 's', cwd: '/', mcpServers: [] })),
      callUpdate(lines(30), { status: 'completed' }),
      line('agent', result(id, {})),
    ]);
    const { volume } = sessionAfter([
      ...opened(),
      callUpdate(lines(30), { status: 'completed' }),
      line('agent', result(2, { stopReason: 'end_turn' })),
      ...loads,
    ]);
    expect(volume.newBytes).toBe(volume.sentBytes);
  });
});

describe('a message', () => {
  test('in chunks of what is new repeats nothing, even if it says the same again', () => {
    const { volume } = sessionAfter([...opened(), chunk('ha '.repeat(20)), chunk('ha '.repeat(20)), chunk('ha')]);
    expect(volume).toMatchObject({ sentBytes: 122, newBytes: 122 });
  });

  test('whose chunks hold all so far repeats it', () => {
    const session = sessionAfter([...opened(), ...[5, 6, 7].map((count) => chunk(lines(count)))]);
    expect(sizes(session)).toMatchObject([{ of: 'message', frames: 3, sentBytes: 18 * LINE, newBytes: 7 * LINE }]);
  });

  test('without an id ends where a tool call or a turn comes between', () => {
    const session = sessionAfter([
      ...opened(),
      chunk('one '.repeat(9)),
      callUpdate('x', { status: 'completed' }),
      chunk('one '.repeat(10)),
      line('agent', result(2, { stopReason: 'end_turn' })),
      line('client', request(3, 'session/prompt', { sessionId: 's', prompt: [] })),
      chunk('one '.repeat(11)),
    ]);
    const messages = sizes(session).filter((part) => (part as { of: string }).of === 'message');
    expect(messages).toHaveLength(3);
  });

  test('is one if its chunks share an id, whatever comes between', () => {
    const session = sessionAfter([
      ...opened(),
      chunk('a', { messageId: 'm' }),
      callUpdate('x'),
      chunk('b', { messageId: 'm' }),
    ]);
    expect(sizes(session)).toMatchObject([{ of: 'message', id: 'm', frames: 2 }, { of: 'tool-call' }]);
  });
});

test('what is asked of a terminal again and again is new once', () => {
  const asks = [10, 11, 12].flatMap((count, i) => [
    line('agent', request(10 + i, 'terminal/output', { sessionId: 's', terminalId: 't' })),
    line('client', result(10 + i, { output: lines(count), truncated: false })),
  ]);
  const session = sessionAfter([
    ...opened(),
    line('agent', request(9, 'terminal/create', { sessionId: 's', command: 'npm test' })),
    line('client', result(9, { terminalId: 't' })),
    ...asks,
  ]);
  expect(sizes(session)).toEqual([{ of: 'terminal', id: 't', frames: 3, sentBytes: 33 * LINE, newBytes: 12 * LINE }]);
});

test('v2: the whole output of a terminal repeats it, a chunk does not', () => {
  const terminal = (output: string) =>
    update({ sessionUpdate: 'terminal_update', terminalId: 't', output: { data: output } });
  const session = sessionAfter([
    ...opened(2),
    terminal('A'.repeat(400)),
    terminal('A'.repeat(800)),
    update({ sessionUpdate: 'terminal_output_chunk', terminalId: 't', data: 'A'.repeat(400) }),
  ]);
  expect(sizes(session)).toMatchObject([{ of: 'terminal', id: 't', frames: 3, sentBytes: 1_600, newBytes: 1_200 }]);
});

test('a state that was kept goes on as if it had not been', () => {
  const entries = [...opened(), ...Array.from({ length: 40 }, (_, i) => callUpdate(lines(i + 1)))];
  const whole = sessionAfter(entries);
  for (const at of [7, 20, 44]) {
    const kept = deserializeState(serializeState(stateAfter(entries.slice(0, at)))) ?? expect.fail();
    const observer = new Observer([], {}, kept);
    tell(observer, entries.slice(at), at);
    expect(observer.connection.sessions.get('s')?.volume).toEqual(whole.volume);
  }
});

test('what is remembered is bounded', () => {
  const many = Array.from({ length: 3_000 }, (_, i) => chunk('x', { messageId: `m${i}` }));
  const { volume } = sessionAfter([...opened(), ...many]);
  expect(volume.parts.size).toBeLessThan(1_200);
  expect(volume.sentBytes).toBe(3_000);
});
