import { describe, expect, test } from 'vitest';
import { Observer } from '../../../src/model/observer.js';
import type { TurnSummary } from '../../../src/model/state/turn.js';
import type { JsonObject, JsonValue } from '../../../src/wire/json-text.js';
import { error, request, result } from '../../support/conversations/conversation.js';
import { line, tell, type Observed } from '../../support/conversations/observing.js';

function summaries(entries: readonly Observed[]): TurnSummary[] {
  const turns: TurnSummary[] = [];
  const observer = new Observer([{ turnEnded: (turn) => turns.push(turn) }]);
  tell(observer, entries);
  observer.end();
  return turns;
}

function update(at: number, sessionUpdate: string, members: JsonObject = {}): Observed {
  const params = { sessionId: 's', update: { sessionUpdate, ...members } };
  return line('agent', { jsonrpc: '2.0', method: 'session/update', params }, at);
}

function prompt(at: number, id: number): Observed {
  return line('client', request(id, 'session/prompt', { sessionId: 's', prompt: [] }), at);
}

function asks(at: number, id: number, method = 'session/request_permission'): Observed {
  const options = [{ optionId: 'no', name: 'No', kind: 'reject_once' }];
  return line('agent', request(id, method, { sessionId: 's', toolCall: { toolCallId: `c${id}` }, options }), at);
}

function answers(at: number, id: number, outcome: JsonValue = { outcome: { outcome: 'cancelled' } }): Observed {
  return line('client', result(id, outcome), at);
}

function stops(at: number, id: number, members: JsonObject = {}): Observed {
  return line('agent', result(id, { stopReason: 'end_turn', ...members }), at);
}

const text = { content: { type: 'text', text: 'x' } };

function opened(version: 1 | 2): Observed[] {
  return [
    line('client', request(0, 'initialize', { protocolVersion: version }), 0),
    line('agent', result(0, { protocolVersion: version }), 0),
    line('client', request(99, 'session/new', { cwd: '/', mcpServers: [] }), 0),
    line('agent', result(99, { sessionId: 's' }), 0),
  ];
}

describe('the times of a turn of v1', () => {
  test('are those of its first update, its first output and its longest silence', () => {
    const [turn] = summaries([
      ...opened(1),
      prompt(100, 1),
      update(150, 'user_message_chunk', text),
      update(300, 'agent_message_chunk', text),
      update(310, 'agent_message_chunk', text),
      stops(400, 1),
    ]);
    expect(turn).toMatchObject({ first: { at: 100 }, end: { at: 400 }, updates: 3, longestSilenceMs: 150 });
    expect([turn?.firstUpdate?.at, turn?.firstOutput?.at]).toEqual([150, 300]);
  });

  test('count a silence before the first update and after the last one', () => {
    expect(summaries([...opened(1), prompt(0, 1), update(900, 'plan'), stops(1000, 1)])[0]?.longestSilenceMs).toBe(900);
    expect(summaries([...opened(1), prompt(0, 1), update(10, 'plan'), stops(1000, 1)])[0]?.longestSilenceMs).toBe(990);
    expect(summaries([...opened(1), prompt(0, 1), stops(1000, 1)])[0]?.longestSilenceMs).toBe(1000);
  });

  test('count what the client was waited for once, however much of it overlaps', () => {
    const [turn] = summaries([
      ...opened(1),
      prompt(0, 1),
      asks(100, 11),
      asks(150, 12, 'fs/read_text_file'),
      answers(200, 12, { content: '' }),
      asks(250, 13),
      answers(300, 11),
      answers(400, 13, { outcome: { outcome: 'selected', optionId: 'no' } }),
      asks(500, 14, 'terminal/output'),
      answers(510, 14, { output: '', truncated: false }),
      stops(1000, 1),
    ]);
    expect(turn).toMatchObject({ permissions: 2, rejections: 1, permissionWaitMs: 300, clientMs: 310 });
  });

  test('count what was open when it ended up to its end', () => {
    const call = update(100, 'tool_call', { toolCallId: 'c', status: 'in_progress' });
    const [turn] = summaries([...opened(1), prompt(0, 1), call, asks(200, 11), stops(500, 1), answers(900, 11)]);
    expect(turn).toMatchObject({ permissionWaitMs: 300, clientMs: 300, toolMs: 400, toolCalls: 2, openToolCalls: 2 });
  });

  test('count the time in which any tool call was open', () => {
    const call = (at: number, toolCallId: string, status: string, kind = 'tool_call_update') =>
      update(at, kind, { toolCallId, status });
    const [turn] = summaries([
      ...opened(1),
      prompt(0, 1),
      call(100, 'a', 'pending', 'tool_call'),
      call(150, 'b', 'in_progress', 'tool_call'),
      call(200, 'a', 'completed'),
      call(260, 'b', 'failed'),
      call(400, 'c', 'completed', 'tool_call'),
      stops(500, 1),
    ]);
    expect(turn).toMatchObject({ toolMs: 160, toolCalls: 3, openToolCalls: 0 });
  });

  test('belong to the turn that asked, also where another was begun since', () => {
    const turns = summaries([
      ...opened(1),
      prompt(0, 1),
      asks(100, 11),
      prompt(150, 2),
      answers(200, 11),
      stops(300, 2),
      stops(400, 1),
    ]);
    expect(turns.map(({ number, overlaps, permissionWaitMs }) => [number, overlaps, permissionWaitMs])).toEqual([
      [2, true, 0],
      [1, false, 100],
    ]);
  });

  test('come with its tokens and with what the session has cost', () => {
    const cost = { amount: 0.25, currency: 'USD' };
    const usage = { inputTokens: 5, outputTokens: 7, totalTokens: 12 };
    const [turn] = summaries([
      ...opened(1),
      prompt(0, 1),
      update(5, 'usage_update', { used: 1, size: 2, cost }),
      stops(9, 1, { usage }),
    ]);
    expect(turn).toMatchObject({ cost, tokens: { input: 5, output: 7, total: 12 } });
  });

  test('end with the recording where nothing ended it', () => {
    const [turn] = summaries([...opened(1), prompt(0, 1), update(50, 'plan'), line('client', '{}', 80)]);
    expect(turn).toMatchObject({ how: 'unanswered', end: { at: 80 }, stopReason: undefined });
  });

  test('end with an error, too', () => {
    const [turn] = summaries([...opened(1), prompt(0, 1), line('agent', error(1, -32603, 'x'), 70)]);
    expect(turn).toMatchObject({ how: 'error', errorCode: -32603, end: { at: 70 } });
  });
});

describe('the times of a turn of v2', () => {
  const state = (at: number, name: string, members: JsonObject = {}) =>
    update(at, 'state_update', { state: name, ...members });

  test('go from running to idle, and the prompt is known', () => {
    const [turn] = summaries([
      ...opened(2),
      prompt(100, 1),
      line('agent', result(1, { messageId: 'u' }), 120),
      state(150, 'running'),
      update(170, 'agent_message_chunk', { ...text, messageId: 'm' }),
      state(200, 'requires_action'),
      asks(200, 11),
      answers(300, 11),
      state(301, 'running'),
      state(400, 'idle', { stopReason: 'cancelled' }),
    ]);
    expect(turn).toMatchObject({ asked: { at: 100 }, first: { at: 150 }, end: { at: 400 }, stopReason: 'cancelled' });
    expect(turn).toMatchObject({ permissionWaitMs: 100, clientMs: 100, firstOutput: { at: 170 }, how: 'stop' });
  });

  test('need no prompt; a turn that the agent says went wrong ended with an error', () => {
    const [turn] = summaries([...opened(2), state(150, 'running'), state(400, 'idle', { stopReason: 'error' })]);
    expect(turn).toMatchObject({ asked: undefined, how: 'error', stopReason: 'error' });
  });
});
