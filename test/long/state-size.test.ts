import { serialize, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { Checker } from '../../src/check/engine/checker.js';
import { RULES } from '../../src/check/rules/index.js';
import { Observer } from '../../src/model/observer.js';
import type { JsonObject, JsonValue } from '../../src/wire/json-text.js';
import { request, result } from '../support/conversations/conversation.js';
import { turnOf } from '../support/screen/long-conversation.js';
import { line, tell, type Observed } from '../support/conversations/observing.js';
import { PROTOCOL } from '../support/checking/rule-examples.js';

/** Something that is told of one entry after the other, and counts them. */
function counting(teller: Parameters<typeof tell>[0]) {
  let seq = 0;
  return {
    tell(entries: readonly Observed[]): void {
      tell(teller, entries, seq);
      seq += entries.length;
    },
    get frames(): number {
      return seq;
    },
  };
}

function opening(version: 1 | 2, ...sessions: readonly string[]): Observed[] {
  return [
    line('client', request('hello', 'initialize', { protocolVersion: version })),
    line('agent', result('hello', { protocolVersion: version })),
    ...sessions.flatMap((sessionId) => [
      line('client', request(`new ${sessionId}`, 'session/new', { cwd: '/', mcpServers: [] })),
      line('agent', result(`new ${sessionId}`, { sessionId })),
    ]),
  ];
}

function update(members: JsonObject): Observed {
  return line('agent', { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update: members } });
}

describe('the state of a long conversation', () => {
  test('grows by no more than a little for each turn that ended', () => {
    const observer = new Observer([]);
    const conversation = counting(observer);
    conversation.tell(opening(1, 's'));
    const sizes = new Map<number, number>();
    for (let n = 1; n <= 2_000; n += 1) {
      conversation.tell(turnOf('s', n));
      if (n % 500 === 0) sizes.set(n, serialize(observer.connection).length);
    }
    const perTurn = ((sizes.get(2_000) ?? 0) - (sizes.get(1_000) ?? 0)) / 1_000;
    expect(perTurn).toBeLessThan(2_500);
    expect(observer.connection.sessions.get('s')?.turns).toBe(2_000);
  });

  /** What is said again and again, with something new in it each time, and where it may be remembered. */
  test.each<[string, 1 | 2, number, (n: number) => readonly Observed[]]>([
    ['calls', 1, 30_000, (n) => [update({ sessionUpdate: 'tool_call', toolCallId: `${n}`, status: 'completed' })]],
    ['messages', 1, 12_000, (n) => [update({ sessionUpdate: 'agent_message_chunk', messageId: `${n}`, content: {} })]],
    ['ids that are no numbers', 1, 80_000, (n) => answered(`id ${n}`, 'session/list', {})],
    ['ids that are scattered', 1, 80_000, (n) => answered(n * 7, 'session/list', {})],
    ['ids of broken frames', 1, 5_000, (n) => [line('client', { id: n, nothing: true })]],
    ['cursors', 1, 20_000, (n) => answered(n, 'session/list', { nextCursor: `${n}` })],
    ['plans', 2, 5_000, (n) => [update({ sessionUpdate: 'plan_update', plan: { planId: `${n}`, entries: [] } })]],
    ['compactions', 2, 5_000, (n) => [update({ sessionUpdate: 'compaction_update', compactionId: `${n}` })]],
    ['terminals of the agent', 2, 30_000, (n) => [update({ sessionUpdate: 'terminal_update', terminalId: `${n}` })]],
    ['terminals of the client', 1, 30_000, (n) => created(n)],
    ['batches', 1, 5_000, (n) => [line('client', [request(n, 'session/list', {})])]],
    ['lines that are no JSON', 1, 30_000, (n) => [line('agent', `{oops ${n}}`)]],
    ['prompts of v2 with one text', 2, 5_000, (n) => promptV2(n)],
    ['elicitations', 1, 5_000, (n) => elicited(n)],
    ['changes', 1, 5_000, (n) => [update({ sessionUpdate: 'session_info_update', title: `${n}` })]],
  ])('does not grow without end by %s', { timeout: 120_000 }, (_, version, count, said) => {
    const observer = new Observer([]);
    const conversation = counting(observer);
    conversation.tell(opening(version, 's'));
    let n = 1;
    const sizes = [0, 1, 2].map(() => {
      for (const last = n + count; n < last; n += 1) conversation.tell(said(n));
      // requests of a batch that nobody answers are open, and may take room
      for (const { pending } of Object.values(observer.connection.requests)) pending.clear();
      return serialize(observer.connection).length;
    });
    const [, second = 0, third = 0] = sizes;
    expect(third).toBeLessThan(second * 1.05 + 2_000);
  });
});

function answered(id: JsonValue, method: string, value: JsonObject): Observed[] {
  return [line('client', request(id, method, {})), line('agent', result(id, value))];
}

function created(n: number): Observed[] {
  const create = request(n, 'terminal/create', { sessionId: 's', command: 'ls' });
  return [line('agent', create), line('client', result(n, { terminalId: `t ${n}` }))];
}

function elicited(n: number): Observed[] {
  const asked = { sessionId: 's', mode: 'url', elicitationId: `e ${n}`, message: '?' };
  return [line('agent', request(n, 'elicitation/create', asked)), line('client', result(n, { action: 'accept' }))];
}

function promptV2(n: number): Observed[] {
  const content = [{ type: 'text', text: 'continue' }];
  return [
    line('client', request(n, 'session/prompt', { sessionId: 's', prompt: content })),
    line('agent', result(n, { messageId: `m ${n}` })),
    update({ sessionUpdate: 'user_message', messageId: `m ${n}`, content }),
    update({ sessionUpdate: 'state_update', state: 'running' }),
    update({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' }),
  ];
}

test('checking ten times as many turns takes hardly more memory', { timeout: 300_000 }, () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const sessions = Array.from({ length: 50 }, (_, i) => `s${i}`);
  let violations = 0;
  const checker = new Checker({ protocol: PROTOCOL, rules: RULES, onViolation: () => (violations += 1) });
  const conversation = counting(checker);
  conversation.tell(opening(1, ...sessions));
  const heapAfter = (turns: number, from: number) => {
    for (let n = from; n < turns; n += 1) conversation.tell(turnOf(sessions[n % 50] ?? '', n));
    collect();
    return process.memoryUsage().heapUsed;
  };
  const first = heapAfter(400, 0);
  const last = heapAfter(4_000, 400);
  expect(conversation.frames).toBeGreaterThan(200_000);
  // some 2 kB for each turn that ended
  expect(last - first).toBeLessThan(3_600 * 4_000);
  expect(violations).toBeGreaterThan(0);
});
