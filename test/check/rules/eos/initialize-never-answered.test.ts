import { expect, test } from 'vitest';
import { Checker } from '../../../../src/check/engine/checker.js';
import { RULES } from '../../../../src/check/rules/index.js';
import type { Violation } from '../../../../src/check/engine/violation.js';
import { request } from '../../../support/conversations/conversation.js';
import { event, line, tell, type Observed } from '../../../support/conversations/observing.js';
import { PROTOCOL } from '../../../support/checking/rule-examples.js';

const ASKED = line('client', request(0, 'initialize', { protocolVersion: 1, clientCapabilities: {} }), 0);
const MORE = [
  line('client', request(1, 'session/list', {}), 20),
  line('client', request(2, 'session/load', { sessionId: 's', cwd: '/', mcpServers: [] }), 30),
  line('client', request(3, 'session/prompt', { sessionId: 's', prompt: [{ type: 'text', text: 'hi' }] }), 40),
];
const diesAt = (at: number) => [event('agent-eof', {}, at), event('exit', { code: '0' }, at)];

function found(entries: readonly Observed[], nowMs?: number): Violation[] {
  const all: Violation[] = [];
  const checker = new Checker({ protocol: PROTOCOL, rules: RULES, onViolation: (one) => all.push(one) });
  tell(checker, entries);
  checker.end(nowMs);
  return all.filter(({ rule }) => rule.startsWith('eos/'));
}

test('of a live connection it is told after ten seconds', () => {
  expect(found([ASKED], 9_999)).toEqual([]);
  expect(found([ASKED], 10_000)).toMatchObject([
    { rule: 'eos/initialize-never-answered', severity: 'error', fault: 'agent', seq: 0 },
  ]);
});

test('a client that left sooner proves nothing; one that waited does', () => {
  const leftAt = (at: number) => [event('client-eof', {}, at), ...diesAt(at + 10)];
  expect(found([ASKED, ...leftAt(9_000)])).toMatchObject([{ severity: 'info' }]);
  expect(found([ASKED, ...leftAt(10_000)])).toMatchObject([{ severity: 'error' }]);
});

test('what else was never answered follows from it', () => {
  const [first, ...rest] = found([ASKED, ...MORE, ...diesAt(12_000)]);
  expect(first).toMatchObject({ rule: 'eos/initialize-never-answered', severity: 'error' });
  expect(rest.map(({ rule, severity }) => `${severity} ${rule}`).sort()).toEqual([
    'info eos/load-never-answered',
    'info eos/request-never-answered',
    'info eos/turn-never-answered',
  ]);
  for (const { message } of rest)
    expect(message).toContain('follows from initialize, which was never answered (frame 0)');
});
