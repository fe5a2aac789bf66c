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

test('the summary has one of a thing and many of it', () => {
  expect(summary({ error: 1, warning: 0, info: 2 }, 'info')).toBe('1 error, 0 warnings, 2 infos');
});
