import { expect, test } from 'vitest';
import { countsOf, isAtLeast } from '../../../src/report/check/checked.js';
import { violation } from '../../support/checking/checked.js';

test('violations are counted by severity', () => {
  const all = (['error', 'info', 'error'] as const).map((severity) => violation({ severity }));
  expect(countsOf(all)).toEqual({ error: 2, warning: 0, info: 1 });
});

test.each([
  ['error', 'error', true],
  ['error', 'info', true],
  ['warning', 'error', false],
  ['info', 'warning', false],
  ['info', 'info', true],
] as const)('%s is at least %s: %s', (severity, least, expected) => {
  expect(isAtLeast(severity, least)).toBe(expected);
});
