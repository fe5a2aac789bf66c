import { expect, test } from 'vitest';
import { RULES } from '../../../src/check/rules/index.js';
import { markdownReport } from '../../../src/report/check/check-markdown.js';
import { SAMPLE, UNSAFE } from '../../support/checking/checked.js';

test('a table of violations, with links to the rules’ pages; what was said is only text', async () => {
  const text = SAMPLE.map((each) => markdownReport(each, { rules: RULES, least: 'info' })).join('');
  expect(text).not.toMatch(UNSAFE);
  for (const row of text.split('\n').filter((line) => line.startsWith('|'))) {
    expect(row.match(/(?<!\\)\|/g)).toHaveLength(6);
  }
  await expect(text).toMatchFileSnapshot('../../golden/check-report/markdown.md');
});

test('violations that stand elsewhere are counted, not listed', () => {
  const [, sample] = SAMPLE;
  const text = sample && markdownReport(sample, { rules: RULES, least: 'info', listed: [] });
  expect(text).toContain('1 error, 1 warning, 1 info');
  expect(text).not.toContain('| severity |');
});
