import { describe, expect, test } from 'vitest';
import { Marks } from '../../../src/screen/violations/marks.js';

describe('marks', () => {
  const marks = new Marks();
  marks.add(30, 'warning');
  marks.add(10, 'info');
  marks.add(20, 'error');
  marks.add(20, 'info');

  test('count violations, and entries that have one', () => {
    expect(marks.counts).toEqual({ error: 1, warning: 1, info: 2 });
    expect(marks.size).toBe(3);
    expect(marks.countBetween(10, 20, 'info')).toBe(2);
    expect(marks.countBetween(11, Infinity, 'warning')).toBe(2);
    expect(marks.countBetween(10, 20, 'error')).toBe(1);
  });

  test('show the worst', () => {
    expect([9, 10, 20, 30].map((seq) => marks.at(seq))).toEqual([undefined, 'info', 'error', 'warning']);
    expect(marks.worstBetween(0, 15)).toBe('info');
    expect(marks.worstBetween(10, 30)).toBe('error');
    expect(marks.worstBetween(21, 29)).toBeUndefined();
    expect(marks.worstBetween(11, Infinity)).toBe('error');
    expect(new Marks().worstBetween(0, Infinity)).toBeUndefined();
  });

  test('lead from one to the next, and round', () => {
    expect([0, 10, 25, 30, 99].map((seq) => marks.next(seq))).toEqual([10, 20, 30, 10, 10]);
    expect([99, 30, 15, 10, 0].map((seq) => marks.previous(seq))).toEqual([30, 20, 10, 30, 30]);
  });

  test('lead nowhere where there is none', () => {
    expect([new Marks().next(1), new Marks().previous(1)]).toEqual([undefined, undefined]);
  });
});
