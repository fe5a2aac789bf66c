import { describe, expect, test } from 'vitest';
import { lowered, Reporter, verdictsOf } from '../../../src/check/engine/reporter.js';
import { defineRule } from '../../../src/check/engine/rule.js';
import type { RuleVersion, Severity } from '../../../src/check/engine/severity.js';
import type { Violation } from '../../../src/check/engine/violation.js';
import type { Dialect } from '../../../src/model/state/connection.js';
import { newConnection } from '../../../src/model/state/new-connection.js';

const rule = (versions: readonly RuleVersion[], severity: Severity = 'error') =>
  defineRule({
    ...{ id: 'a/b', severity, versions, fault: 'agent', summary: '', explanation: '', spec: '' },
    ...{ messages: {}, on: ['message'], inspect: () => undefined },
  });

const violation = (seq: number, raced = false): Violation => ({
  ...{ rule: 'a/b', severity: 'error', fault: 'agent', seq, sessionId: undefined, turn: undefined },
  ...{ message: '', evidence: [], raced },
});

function connection(dialect?: Dialect) {
  const made = newConnection();
  if (dialect !== undefined) made.dialect = { name: dialect, sign: '', seq: 0, at: 0 };
  return made;
}

const NEWER = { v2a: 'off', v2b: 'error', undecided: 'off' } as const;
const STRICTER = { v2a: 'warning', v2b: 'error', undecided: 'warning' } as const;

function reporting(): { reporter: Reporter; emitted: string[] } {
  const emitted: string[] = [];
  return { reporter: new Reporter(({ seq, severity }) => emitted.push(`${seq} ${severity}`)), emitted };
}

describe('Reporter', () => {
  test('hands on at once what is the same in all drafts', () => {
    const { reporter, emitted } = reporting();
    reporter.take(violation(1), undefined, connection());
    reporter.take(violation(2), { v2a: 'info', v2b: 'info', undecided: 'info' }, connection());
    expect(emitted).toEqual(['1 error', '2 info']);
    expect(reporter.isHoldingBack).toBe(false);
  });

  test.each([
    ['v2a', ['2 warning']],
    ['v2b', ['1 error', '2 error']],
    [undefined, ['2 warning']],
  ] as const)('holds back what differs until it is clear that %s is spoken', (dialect, expected) => {
    const { reporter, emitted } = reporting();
    reporter.take(violation(1), NEWER, connection());
    reporter.take(violation(2), STRICTER, connection());
    expect(emitted).toEqual([]);
    expect(reporter.isHoldingBack).toBe(true);
    reporter.settle(connection(dialect));
    expect(emitted).toEqual(expected);
    expect(reporter.isHoldingBack).toBe(false);
  });

  test('judges at once where it is clear already', () => {
    const { reporter, emitted } = reporting();
    reporter.take(violation(1), NEWER, connection('v2a'));
    reporter.take(violation(2), NEWER, connection('v2b'));
    expect(emitted).toEqual(['2 error']);
  });

  test('keeps what may be a race one step lower, whenever it is judged', () => {
    const { reporter, emitted } = reporting();
    reporter.take(violation(1, true), STRICTER, connection());
    reporter.settle(connection('v2b'));
    reporter.take(violation(2, true), STRICTER, connection('v2a'));
    expect(emitted).toEqual(['1 warning', '2 info']);
  });

  test('does not hold back without end', () => {
    const { reporter, emitted } = reporting();
    for (let seq = 0; seq < 10_005; seq += 1) reporter.take(violation(seq), STRICTER, connection());
    expect(emitted).toEqual(['10000 warning', '10001 warning', '10002 warning', '10003 warning', '10004 warning']);
  });
});

test('what may be a race is never more than one step lower', () => {
  expect((['error', 'warning', 'info'] as const).map(lowered)).toEqual(['warning', 'info', 'info']);
});

describe('verdictsOf', () => {
  test.each([
    [['v1', 'v2'], undefined, undefined, undefined],
    [['v2a'], undefined, undefined, { v2a: 'error', v2b: 'off', undecided: 'off' }],
    [['v2b'], undefined, undefined, { v2a: 'off', v2b: 'error', undecided: 'off' }],
    [['v2b'], undefined, 'info', { v2a: 'off', v2b: 'info', undecided: 'off' }],
    [['v2'], { v2a: 'warning' }, undefined, { v2a: 'warning', v2b: 'error', undecided: 'warning' }],
    [['v2'], { v2a: 'off', undecided: 'warning' }, undefined, { v2a: 'off', v2b: 'error', undecided: 'warning' }],
    [['v2'], { v2b: 'info' }, 'warning', { v2a: 'warning', v2b: 'info', undecided: 'info' }],
  ] as const)('of a rule of %j with %j, reported as %s', (versions, dialects, severity, expected) => {
    expect(verdictsOf(rule(versions), dialects, severity)).toEqual(expected);
  });
});
