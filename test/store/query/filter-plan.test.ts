import { describe, expect, test } from 'vitest';
import { planOf } from '../../../src/store/query/filter-plan.js';
import { isExact } from '../../../src/store/schema/sql-bounds.js';
import { sqlOf } from '../../../src/store/query/filter-conditions.js';
import { FilterMarks } from '../../../src/filter/filter-marks.js';
import type { Condition, Filter } from '../../../src/filter/filter.js';
import { parseFilter } from '../../../src/filter/parse-filter.js';

const MARKS = new FilterMarks({
  turns: [
    { sessionId: 'a', number: 1, first: { seq: 10 }, end: { seq: 19 } },
    { sessionId: 'b', number: 1, first: { seq: 15 }, end: { seq: 30 } },
    { sessionId: 'a', number: 2, first: { seq: 40 }, end: { seq: 50 } },
  ],
  violations: [
    { seq: 12, rule: 'tool-call/x', severity: 'error' },
    { seq: 13, rule: 'tool-call/y', severity: 'warning' },
    { seq: 44, rule: 'turn/z', severity: 'error' },
  ],
});

function filterOf(text: string): Filter {
  const parsed = parseFilter(text);
  return parsed.ok ? parsed.filter : expect.fail(`${text}: ${parsed.problem.message}`);
}

describe('planOf', () => {
  test.each([
    ['seq:5..8', [[5, 9]]],
    ['turn:1', [[10, 31]]],
    [
      'turn:1 or turn:2',
      [
        [10, 31],
        [40, 51],
      ],
    ],
    [
      'turn:1.. seq:14..44',
      [
        [14, 31],
        [40, 45],
      ],
    ],
    ['rule:tool-call/*', [[12, 14]]],
    [
      'sev:error',
      [
        [12, 13],
        [44, 45],
      ],
    ],
    [
      'has:violation kind:req',
      [
        [12, 14],
        [44, 45],
      ],
    ],
    ['sev:info', []],
    ['not sev:error', [[0, Infinity]]],
    ['sev:error or x', [[0, Infinity]]],
  ])('%s is looked for where it can be', (text, ranges) => {
    expect(planOf(filterOf(text), 1, MARKS).ranges).toEqual(ranges);
  });

  test.each(['from:agent', 'size>1k', 't:1s..2s', 'seq:7', 'is:batch', 'has:violation', 'sev:warn+', 'rule:*/x'])(
    'SQL knows all of %s',
    (text) => {
      expect(isExact(sqlOf(filterOf(text) as Condition, { recording: 1, marks: MARKS }))).toBe(true);
    },
  );

  test('events are not looked at where none can be meant, and frames neither', () => {
    expect(planOf(filterOf('kind:req or size>1'), 1, MARKS).mayBeEvents).toBe(false);
    expect(planOf(filterOf('from:event event:exit'), 1, MARKS).frames).toBeUndefined();
    expect(planOf(filterOf('sev:info'), 1, MARKS).frames).toBeUndefined();
    expect(planOf(filterOf('not kind:req'), 1, MARKS)).toMatchObject({ mayBeEvents: true });
  });

  test('what is looked for is bound, and never a part of the SQL', () => {
    for (const text of ['method:"x\' OR 1"', '"x\' OR 1"', 'session:"*\' OR 1"', 'id:"x\' OR 1"', "tool~/' OR 1/"]) {
      const { frames } = planOf(filterOf(text), 1, MARKS);
      expect(frames?.text).not.toContain('OR 1');
    }
  });
});
