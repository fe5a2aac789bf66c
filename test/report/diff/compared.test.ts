import { expect, test } from 'vitest';
import { countsOf, leftOut } from '../../../src/report/diff/compared.js';
import { COMPARED } from '../../support/comparing/compared.js';

test('kinds are counted in one order, those without differences left out', () => {
  expect(countsOf(COMPARED.differences).map(([kind, count]) => `${count} ${kind}`)).toEqual([
    '1 handshake',
    '1 turn',
    '1 text',
    '2 tool-call',
  ]);
});

test('what was not compared is all else', () => {
  expect(leftOut({ differences: [], compared: ['text'] })).not.toContain('text');
  expect(leftOut({ differences: [], compared: ['text'] })).toContain('latency');
});
