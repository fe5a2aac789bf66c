import { expect, test } from 'vitest';
import { Checker } from '../../src/check/engine/checker.js';
import { RULES } from '../../src/check/rules/index.js';
import type { JsonObject } from '../../src/wire/json-text.js';
import { stepsOf } from '../support/checking/steps.js';
import { request, result } from '../support/conversations/conversation.js';
import { event, line, tell, type Observed } from '../support/conversations/observing.js';
import { PROTOCOL } from '../support/checking/rule-examples.js';

const OPTIONS = [
  { optionId: 'y', name: 'Yes', kind: 'allow_once' },
  { optionId: 'n', name: 'No', kind: 'reject_once' },
];

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);
const opened = (version: 1 | 2): Observed[] => [
  line('client', request('hello', 'initialize', { protocolVersion: version })),
  line('agent', result('hello', { protocolVersion: version })),
  line('client', request('new', 'session/new', { cwd: '/', mcpServers: [] })),
  line('agent', result('new', { sessionId: 's' })),
];
const prompts = (i: number) =>
  line('client', request(`p${i}`, 'session/prompt', { sessionId: 's', prompt: [{ type: 'text', text: 'hi' }] }));
const stops = (i: number) => line('agent', result(`p${i}`, { stopReason: 'end_turn' }));
const asks = (i: number) =>
  line(
    'agent',
    request(`a${i}`, 'session/request_permission', {
      sessionId: 's',
      toolCall: { toolCallId: `c${i}`, title: 'Edit' },
      options: OPTIONS,
    }),
  );
const dismisses = (i: number) => line('client', result(`a${i}`, { outcome: { outcome: 'cancelled' } }));
const updates = (update: JsonObject) =>
  line('agent', { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } });
const runs = (i: number) =>
  updates({ sessionUpdate: 'tool_call', toolCallId: `c${i}`, title: 'Edit', status: 'in_progress' });
const says = () => updates({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hi.' } });
const state = (members: JsonObject) => updates({ sessionUpdate: 'state_update', ...members });
const CANCEL = line('client', { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's' } });
const CLOSED = [event('client-eof', {}), event('agent-eof', {}), event('exit', { code: '0' })];

const PATTERNS: readonly (readonly [string, 1 | 2, (count: number) => readonly Observed[]])[] = [
  [
    'questions that nobody answers, and updates',
    1,
    (n) => [prompts(0), ...upTo(n).flatMap((i) => [asks(i), runs(i), says()])],
  ],
  [
    'questions that are answered at last',
    1,
    (n) => [prompts(0), ...upTo(n).map(asks), ...upTo(n).map(dismisses), stops(0)],
  ],
  [
    'prompts that nobody answers, each with a question',
    1,
    (n) => upTo(n).flatMap((i) => [prompts(i), asks(i), says()]),
  ],
  [
    'prompts that are answered in their order',
    1,
    (n) => [...upTo(n).flatMap((i) => [prompts(i), asks(i)]), ...upTo(n).map(stops)],
  ],
  [
    'prompts that are answered the last one first',
    1,
    (n) => [...upTo(n).map(prompts), ...upTo(n).map(stops).reverse()],
  ],
  ['cancels with open prompts and questions', 1, (n) => upTo(n).flatMap((i) => [prompts(i), asks(i), CANCEL, says()])],
  [
    'permissions that are dismissed in open turns',
    1,
    (n) => upTo(n).flatMap((i) => [prompts(i), asks(i), dismisses(i), says()]),
  ],
  [
    'requests that were open at a gap',
    1,
    (n) => [...upTo(n).map(prompts), event('gap', {}), ...upTo(n).flatMap(() => [says(), CANCEL])],
  ],
  [
    'sessions that are made',
    1,
    (n) =>
      upTo(n).flatMap((i) => [
        line('client', request(`n${i}`, 'session/new', { cwd: '/', mcpServers: [] })),
        line('agent', result(`n${i}`, { sessionId: `s${i}` })),
      ]),
  ],
  [
    'work of v2 that is cancelled and leaves questions open',
    2,
    (n) =>
      upTo(n).flatMap((i) => [
        prompts(i),
        line('agent', result(`p${i}`, {})),
        state({ state: 'running' }),
        asks(i),
        CANCEL,
        state({ state: 'idle', stopReason: 'cancelled' }),
      ]),
  ],
];

/** How much is looked at while a conversation is checked, to its end. */
function stepsFor(entries: readonly Observed[]): number {
  const checker = new Checker({ protocol: PROTOCOL, rules: RULES, onViolation: () => undefined });
  return stepsOf(() => {
    tell(checker, entries);
    checker.end();
  });
}

test.each(PATTERNS)('a check looks at twice as much for twice as many: %s', (_, version, pattern) => {
  const stepsOfMany = (count: number) => stepsFor([...opened(version), ...pattern(count), ...CLOSED]);
  // what is looked up only once, as which rules there are for a message, is known then
  stepsOfMany(10);
  const [some, many] = [stepsOfMany(300), stepsOfMany(600)];
  expect(many / some).toBeLessThan(2.2);
});
