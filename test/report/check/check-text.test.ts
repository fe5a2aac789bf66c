import { expect, test } from 'vitest';
import { summary, textReport } from '../../../src/report/check/check-text.js';
import { checked, SAMPLE, UNSAFE, violation } from '../../support/checking/checked.js';

function report(least: 'error' | 'warning' | 'info'): string {
  return SAMPLE.flatMap((each) => Array.from(textReport(each, least), ({ text }) => `${text}\n`)).join('');
}

test('tells of each violation what, where, whose fault, with the frame quoted and its evidence', async () => {
  await expect(report('info')).toMatchFileSnapshot('../../golden/check-report/text.txt');
});

test('counts what it does not show, and says how to see it', () => {
  expect(report('error')).not.toContain('update-before-create');
  expect(report('error')).toContain('1 error, 1 warning (not shown: --show info), 1 info (not shown: --show info)');
});

test('nothing recorded drives the terminal', () => {
  expect(report('info')).not.toMatch(UNSAFE);
});

test('a line has the severity that gives it its colour', () => {
  const lines = [...textReport(checked({ violations: [violation()] }), 'info')];
  expect(lines.map(({ severity, isTitle, isDim }) => severity ?? (isTitle ? 'title' : isDim ? 'dim' : ''))).toEqual([
    'title',
    'warning',
    '',
    'dim',
    '',
  ]);
});

test('one fault in every frame is told once, and counted', () => {
  const times = (count: number) => Array.from({ length: count }, (_, i) => violation({ seq: 2 + i }));
  const lines = (count: number) =>
    Array.from(textReport(checked({ violations: times(count) }), 'info'), ({ text }) => text);
  const rules = (count: number) => lines(count).filter((text) => text.includes(violation().rule)).length;
  expect([rules(1), rules(3), rules(4), rules(17)]).toEqual([1, 3, 1, 1]);
  expect(lines(4).join('\n')).toContain('and 3 more like it: frames 3, 4, 5\n');
  expect(lines(17).join('\n')).toContain('and 16 more like it: frames 3, 4, 5, 6, 7, 8, 9, ... 18\n');
  expect(lines(17).at(-1)).toContain('17 warnings');
});

test('what says something else, or of somebody else, is no repetition', () => {
  const others = [{}, { message: 'another' }, { fault: 'client' }, { severity: 'info' }] as const;
  const violations = others.flatMap((other) => [violation({ seq: 2, ...other }), violation({ seq: 3, ...other })]);
  const lines = Array.from(textReport(checked({ violations }), 'info'), ({ text }) => text);
  expect(lines.join('\n')).not.toContain('more like it');
});

test('the summary has one of a thing and many of it', () => {
  expect(summary({ error: 1, warning: 0, info: 2 }, 'info')).toBe('1 error, 0 warnings, 2 infos');
});
