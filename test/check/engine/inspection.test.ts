import { describe, expect, test } from 'vitest';
import { Checker, type CheckerOptions } from '../../../src/check/engine/checker.js';
import { MOST_EVIDENCE } from '../../../src/check/engine/context.js';
import { defineRule } from '../../../src/check/engine/rule.js';
import { RULES } from '../../../src/check/rules/index.js';
import type { Violation } from '../../../src/check/engine/violation.js';
import { error, request, result } from '../../support/conversations/conversation.js';
import { event, line, tell, type Observed } from '../../support/conversations/observing.js';
import { PROTOCOL } from '../../support/checking/rule-examples.js';

const about = { fault: 'sender', summary: '', explanation: '', spec: '' } as const;

const always = defineRule({
  ...{ ...about, id: 'a/always', severity: 'error', versions: ['v1', 'v2'] },
  messages: { said: 'said' },
  on: ['call:_x'],
  inspect: ({ report }) => {
    report('said');
  },
});
const historical = defineRule({ ...always, id: 'a/historical', needsHistory: true, severity: 'error' });
const once = defineRule({
  ...{ ...about, id: 'a/once', severity: 'warning', versions: ['v1', 'v2'] },
  messages: { said: '{name} said {name} twice' },
  on: ['call:_x'],
  inspect({ step, report }) {
    const name = JSON.stringify(step.params?.['name']);
    report('said', { once: name, data: { name } });
  },
});
const newer = defineRule({ ...always, id: 'a/newer', versions: ['v2b'], needsHistory: true });
const atEnd = defineRule({
  ...{ ...about, id: 'a/end', severity: 'info', versions: ['v1', 'v2'] },
  messages: { over: 'over' },
  on: ['end'],
  inspect({ now, isEnd, report }) {
    if (isEnd) report('over', { evidence: [now, now, { seq: 0, at: 0 }, undefined] });
  },
});
const all = [always, historical, once, newer, atEnd];

function judged(entries: readonly Observed[], rules = all, options: Partial<CheckerOptions> = {}): string[] {
  const found: Violation[] = [];
  const checker = new Checker({ protocol: PROTOCOL, rules, onViolation: (one) => found.push(one), ...options });
  tell(checker, entries);
  checker.end();
  return found.map(({ seq, severity, rule }) => `${seq} ${severity} ${rule.slice(2)}`);
}

const x = (name = 'n') => line('agent', { jsonrpc: '2.0', method: '_x', params: { name } });
const gap = event('gap');
const ask = (id: number) => line('client', request(id, 'session/list', {}));
const list = (id: number) => line('agent', result(id, { sessions: [] }));
const hello = (version = 1, answered = version) => [
  line('client', request(0, 'initialize', { protocolVersion: version })),
  line('agent', result(0, { protocolVersion: answered })),
];

describe('a rule that needs history', () => {
  test('is as strict as it says where the recording begins at the beginning', () => {
    expect(judged([...hello(), x()], [historical])).toEqual(['2 error historical']);
    expect(judged([event('spawn'), x()], [historical])).toEqual(['1 error historical']);
    expect(judged([x()], [historical], { fromStart: true })).toEqual(['0 error historical']);
  });

  test('is only a hint elsewhere, and others are not', () => {
    expect(judged([x()], [historical, always])).toEqual(['0 info historical', '0 error always']);
    expect(judged([...hello(), x()], [historical], { fromStart: false })).toEqual(['2 info historical']);
  });

  test('is only a hint after a hole, until what was asked before it is answered', () => {
    expect(judged([...hello(), ask(1), gap, x(), list(1), x()], [historical])).toEqual([
      '4 info historical',
      '6 error historical',
    ]);
    expect(judged([...hello(), gap, x()], [historical])).toEqual(['3 error historical']);
    expect(judged([...hello(), ask(1), gap, ask(2), list(1), x()], [historical])).toEqual(['6 error historical']);
  });

  test('of one draft stays a hint when it becomes clear that this draft is spoken', () => {
    const sign = line('agent', error(7, -32022, 'unsupported'));
    const spoken = [ask(7), sign];
    expect(judged([...hello(2), x(), ...spoken], [newer])).toEqual(['2 error newer']);
    expect(judged([...hello(2), x(), ...spoken], [newer], { fromStart: false })).toEqual(['2 info newer']);
    expect(judged([...hello(2), x()], [newer])).toEqual([]);
  });
});

describe('every rule', () => {
  test('is only a hint where the sides agreed on a version that nobody knows here', () => {
    expect(judged([...hello(3), x()], [always])).toEqual(['2 info always']);
    expect(judged([...hello(2), x()], [always])).toEqual(['2 error always']);
  });

  test('may report a thing once', () => {
    expect(judged([x('a'), x('b'), x('a')], [once])).toEqual(['0 warning once', '1 warning once']);
  });

  test('tells no more than a thousand things of one message', () => {
    const babbling = defineRule({
      ...always,
      inspect({ report }) {
        for (let i = 0; i < 5_000; i += 1) report('said');
      },
    });
    expect(judged([x(), x()], [babbling, always])).toHaveLength(2_002);
  });

  test('of the end is asked where the recording holds it', () => {
    expect(judged([x()], [atEnd])).toEqual([]);
    expect(judged([x(), event('exit', { code: '0' })], [atEnd])).toEqual(['1 info end']);
    expect(judged([x(), event('client-eof'), x()], [atEnd])).toEqual(['2 info end']);
  });
});

test('a violation names no more frames than anybody looks at, however many show it', () => {
  const prompts = Array.from({ length: 60 }, (_, id) =>
    line('client', request(id + 10, 'session/prompt', { sessionId: 's', prompt: [{ type: 'text', text: 'Go on.' }] })),
  );
  const opening = [
    line('client', request(1, 'session/new', { cwd: '/', mcpServers: [] })),
    line('agent', result(1, { sessionId: 's' })),
  ];
  const found: Violation[] = [];
  const checker = new Checker({ protocol: PROTOCOL, rules: RULES, onViolation: (one) => found.push(one) });
  tell(checker, [...hello(), ...opening, ...prompts]);
  const last = found.findLast(({ rule }) => rule === 'prompt/concurrent-turn');
  expect(last?.message).toBe('the client sent a prompt while 59 before it were not answered yet (frame 62)');
  // the newest: the message counts the others
  expect(last?.evidence).toEqual(Array.from({ length: MOST_EVIDENCE }, (_, at) => 63 - MOST_EVIDENCE + at));
});

test('what a violation says is filled in, and evidence names each other frame once', () => {
  const found: Violation[] = [];
  const checker = new Checker({ protocol: PROTOCOL, rules: [once, atEnd], onViolation: (one) => found.push(one) });
  tell(checker, [x('{name} {}'), event('exit')]);
  checker.end();
  expect(found.map(({ message, evidence, fault }) => ({ message, evidence, fault }))).toEqual([
    { message: '"{name} {}" said "{name} {}" twice', evidence: [], fault: 'agent' },
    { message: 'over', evidence: [0], fault: 'agent' },
  ]);
});

describe('the drafts of v2', () => {
  const v2b = [ask(7), line('agent', error(7, -32022, 'unsupported'))];

  test('are told apart by what comes later, and judged again from the start', () => {
    expect(judged([...hello(2), x(), x(), ...v2b, x()], [newer])).toEqual([
      '2 error newer',
      '3 error newer',
      '6 error newer',
    ]);
  });

  test('may be asked for', () => {
    expect(judged([...hello(2), x()], [newer], { dialect: 'v2b' })).toEqual(['2 error newer']);
    expect(judged([...hello(2), x(), ...v2b], [newer], { dialect: 'v2a' })).toEqual([]);
  });

  test('are none of v1', () => {
    expect(judged([...hello(1), x()], [newer], { dialect: 'v2b' })).toEqual([]);
  });
});

describe('a rule that is asked at the end', () => {
  const looking = (inspect: typeof atEnd.inspect) => defineRule({ ...atEnd, inspect });
  const ended = [...hello(), x(), event('exit', { code: '0' })];

  test('finds nothing of the last message', () => {
    const found = looking(({ step, line: { sizeBytes }, shapes, unread, report }) => {
      if (step.method !== undefined || sizeBytes + shapes.length + unread.lines.length > 0) report('over');
    });
    expect(judged(ended, [found])).toEqual([]);
  });

  test('may not ask how a turn ended', () => {
    const asking = looking(({ turnEnd, report }) => {
      report('over', { turn: turnEnd.turn.number });
    });
    expect(() => judged(ended, [asking])).toThrow('no end of a turn');
  });
});
