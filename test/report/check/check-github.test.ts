import { expect, test } from 'vitest';
import { githubLines } from '../../../src/report/check/check-github.js';
import { SAMPLE, UNSAFE } from '../../support/checking/checked.js';

test('a violation is a workflow command in one line, at the line of its frame', async () => {
  const text = [...githubLines(SAMPLE, 'info')].join('');
  expect(text).not.toMatch(UNSAFE);
  expect(text.trimEnd().split('\n')).toHaveLength(3);
  await expect(text).toMatchFileSnapshot('../../golden/check-report/github.txt');
});

test('what is below the least severity is left out', () => {
  expect([...githubLines(SAMPLE, 'error')].map((line) => line.split(' ')[0])).toEqual(['::error']);
});
