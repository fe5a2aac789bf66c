import { expect, test } from 'vitest';
import { Checker } from '../../../../src/check/engine/checker.js';
import { EOS_RULES } from '../../../../src/check/rules/eos/index.js';
import type { Violation } from '../../../../src/check/engine/violation.js';
import { request, result } from '../../../support/conversations/conversation.js';
import { line, tell, type Observed } from '../../../support/conversations/observing.js';
import { PROTOCOL } from '../../../support/checking/rule-examples.js';

const OPENED = [
  line('client', request(0, 'initialize', { protocolVersion: 1 }), 0),
  line('agent', result(0, { protocolVersion: 1 }), 5),
  line('client', request(1, 'session/new', { cwd: '/', mcpServers: [] }), 10),
  line('agent', result(1, { sessionId: 's' }), 15),
  line('client', request(2, 'session/prompt', { sessionId: 's', prompt: [] }), 20),
];
const asks = (id: number, method: string, at: number) => line('agent', request(id, method, { sessionId: 's' }), at);

function found(entries: readonly Observed[], nowMs: number): Violation[] {
  const all: Violation[] = [];
  const checker = new Checker({ protocol: PROTOCOL, rules: EOS_RULES, onViolation: (one) => all.push(one) });
  tell(checker, [...OPENED, ...entries]);
  checker.end(nowMs);
  return all;
}

test('a request that the client ignores is told while the turn hangs', () => {
  expect(found([asks(1, '_acme/ask', 100)], 30_099)).toEqual([]);
  expect(found([asks(1, '_acme/ask', 100)], 30_100)).toMatchObject([
    { rule: 'eos/request-never-answered', severity: 'warning', fault: 'client', seq: 5 },
  ]);
});

test('that later ones were answered is told with it', () => {
  const read = line('client', result(2, { content: '' }), 210);
  const [only] = found([asks(1, '_acme/ask', 100), asks(2, 'fs/read_text_file', 200), read], 40_000);
  expect(only?.message).toContain('although it answered later requests');
});

test('a person and a command may take any time', () => {
  const slow = ['session/request_permission', 'elicitation/create', 'terminal/wait_for_exit'];
  expect(
    found(
      slow.map((method, i) => asks(1 + i, method, 100)),
      900_000,
    ),
  ).toEqual([]);
});
