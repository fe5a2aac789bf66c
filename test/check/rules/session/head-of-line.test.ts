import { expect, test } from 'vitest';
import { Checker } from '../../../../src/check/engine/checker.js';
import { EOS_RULES } from '../../../../src/check/rules/eos/index.js';
import { headOfLine } from '../../../../src/check/rules/session/head-of-line.js';
import type { Violation } from '../../../../src/check/engine/violation.js';
import { request, result } from '../../../support/conversations/conversation.js';
import { line, tell } from '../../../support/conversations/observing.js';
import { PROTOCOL } from '../../../support/checking/rule-examples.js';

const HUNG = [
  line('client', request(0, 'initialize', { protocolVersion: 1 }), 0),
  line('agent', result(0, { protocolVersion: 1 }), 5),
  line('client', request(1, 'session/new', { cwd: '/', mcpServers: [] }), 10),
  line('agent', result(1, { sessionId: 'a' }), 15),
  line('client', request(2, 'session/prompt', { sessionId: 'a', prompt: [] }), 20),
  line('agent', request(1, 'session/request_permission', { sessionId: 'a', toolCall: {}, options: [] }), 30),
  line('client', request(3, 'session/new', { cwd: '/', mcpServers: [] }), 1_000),
];

function foundAt(nowMs: number): Pick<Violation, 'rule' | 'seq' | 'evidence'>[] {
  const all: Violation[] = [];
  const onViolation = (one: Violation) => all.push(one);
  const checker = new Checker({ protocol: PROTOCOL, rules: [headOfLine, ...EOS_RULES], onViolation });
  tell(checker, HUNG);
  checker.end(nowMs);
  return all.map(({ rule, seq, evidence }) => ({ rule, seq, evidence }));
}

test('while it hangs, the question that holds a request up is named, once', () => {
  expect(foundAt(10_999)).toEqual([]);
  expect(foundAt(11_000)).toEqual([{ rule: 'session/head-of-line', seq: 6, evidence: [5] }]);
  expect(foundAt(90_000)).toEqual([{ rule: 'session/head-of-line', seq: 6, evidence: [5] }]);
});
