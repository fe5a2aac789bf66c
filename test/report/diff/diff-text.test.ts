import { expect, test } from 'vitest';
import { diffLines } from '../../../src/report/diff/diff-text.js';
import { UNSAFE } from '../../support/checking/checked.js';
import { COMPARED } from '../../support/comparing/compared.js';

const report = Array.from(diffLines(COMPARED), ({ text }) => `${text}\n`).join('');

test('tells of each difference where it is and what, with the frames to look at', async () => {
  await expect(report).toMatchFileSnapshot('../../golden/diff-report/text.txt');
});

test('nothing recorded drives the terminal', () => {
  expect(report).not.toMatch(UNSAFE);
});

test('removed and added lines begin with the sign that gives them their colour', () => {
  for (const { text, style } of diffLines(COMPARED)) {
    if (style === 'removed' || style === 'added') expect(text[0]).toBe(style === 'removed' ? '-' : '+');
  }
});

test('where nothing differs it says so, and what was not looked at', () => {
  const lines = [...diffLines({ a: 'one', b: 'two', differences: [], compared: ['tool-call'] })];
  expect(lines.map(({ text }) => text)).toEqual([
    'no differences between one and two',
    expect.stringMatching(/^not compared: handshake, .*end$/),
  ]);
});
