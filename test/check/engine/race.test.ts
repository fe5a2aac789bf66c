import { describe, expect, test } from 'vitest';
import { Checker } from '../../../src/check/engine/checker.js';
import { defineRule } from '../../../src/check/engine/rule.js';
import type { Violation } from '../../../src/check/engine/violation.js';
import { request, result } from '../../support/conversations/conversation.js';
import { line, tell, type Observed } from '../../support/conversations/observing.js';
import { PROTOCOL } from '../../support/checking/rule-examples.js';

/** Every `late` of the agent comes after a `session/cancel` that it may not have read yet. */
const tooLate = defineRule({
  ...{ id: 'a/late', severity: 'error', versions: ['v1'], fault: 'agent', summary: '', explanation: '', spec: '' },
  messages: { late: 'late' },
  on: ['call:_late', 'response:session/prompt'],
  inspect({ step, report }) {
    report('late', { after: step.session?.lastCancel });
  },
});

function judged(entries: readonly Observed[], raceWindow = 100, hasRealTimes = true): string[] {
  const found: Violation[] = [];
  const checker = new Checker({
    protocol: PROTOCOL,
    rules: [tooLate],
    onViolation: (one) => found.push(one),
    thresholds: { raceWindow },
    hasRealTimes,
  });
  tell(checker, entries);
  checker.end();
  return found.map(({ severity, raced }) => `${severity}${raced ? ' raced' : ''}`);
}

const opened = (at?: number): Observed[] => [
  line('client', request(0, 'initialize', { protocolVersion: 1 }), at),
  line('agent', result(0, { protocolVersion: 1 }), at),
  line('client', request(1, 'session/new', { cwd: '/', mcpServers: [] }), at),
  line('agent', result(1, { sessionId: 's' }), at),
];
const prompt = (at?: number) => line('client', request(2, 'session/prompt', { sessionId: 's', prompt: [] }), at);
const stop = (at?: number) => line('agent', result(2, { stopReason: 'end_turn' }), at);
const cancel = (at?: number) =>
  line('client', { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's' } }, at);
const late = (at?: number) => line('agent', { jsonrpc: '2.0', method: '_late', params: { sessionId: 's' } }, at);
const asks = (at?: number) => line('agent', request(9, 'fs/read_text_file', { sessionId: 's', path: '/a' }), at);
const answers = (at?: number) => line('client', result(9, { content: '' }), at);
const lists = (at?: number) => line('client', request(3, 'session/list', {}), at);
const listed = (at?: number) => line('agent', result(3, { sessions: [] }), at);

describe('a frame of the agent after one of the client', () => {
  test('may have crossed it within the window: one step lower', () => {
    expect(judged([...opened(0), prompt(10), cancel(50), late(52)])).toEqual(['warning raced']);
    expect(judged([...opened(0), prompt(10), cancel(50), late(150)])).toEqual(['warning raced']);
  });

  test('has crossed it within a millisecond: it is no fault', () => {
    expect(judged([...opened(0), prompt(10), cancel(50), late(50.5)])).toEqual([]);
    expect(judged([...opened(0), prompt(10), cancel(50), late(51)])).toEqual([]);
    expect(judged([...opened(0), prompt(10), cancel(50), lists(50.1), listed(50.3), late(50.5)])).toEqual(['error']);
  });

  test('may have crossed it within a millisecond of a replay, whose times mean nothing', () => {
    expect(judged([...opened(0), prompt(10), cancel(50), late(50.5)], 100, false)).toEqual(['warning raced']);
  });

  test('has not crossed it beyond the window', () => {
    expect(judged([...opened(0), prompt(10), cancel(50), late(151)])).toEqual(['error']);
    expect(judged([...opened(0), prompt(10), cancel(50), late(60)], 5)).toEqual(['error']);
  });

  test('has not crossed it where it answers a later one: who reads the later has read the earlier', () => {
    expect(judged([...opened(0), prompt(10), cancel(50), lists(51), listed(52), late(53)])).toEqual(['error']);
  });

  test('has not crossed it where it is the answer to a later one', () => {
    expect(judged([...opened(0), cancel(50), prompt(51), stop(52)])).toEqual(['error']);
    expect(judged([...opened(0), prompt(49), cancel(50), stop(52)])).toEqual(['warning raced']);
  });

  test('has not crossed it where it goes on after an answer that came later', () => {
    expect(judged([...opened(0), prompt(10), asks(20), cancel(50), answers(51), stop(53)])).toEqual(['error']);
  });

  test('may have crossed it where the answer that it waited for came before', () => {
    expect(judged([...opened(0), prompt(10), asks(20), answers(49), cancel(50), stop(53)])).toEqual(['warning raced']);
  });

  test('may have crossed it where the agent answers an earlier one after it', () => {
    expect(judged([...opened(0), prompt(10), lists(11), cancel(50), listed(52), late(53)])).toEqual(['warning raced']);
  });

  test('without a time never crosses', () => {
    expect(judged([...opened(), prompt(), cancel(), late()])).toEqual(['error']);
  });
});
