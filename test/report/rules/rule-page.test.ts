import { expect, test } from 'vitest';
import { RULES } from '../../../src/check/rules/index.js';
import { rulePage, versionsText } from '../../../src/report/rules/rule-page.js';

const rule = RULES.find(({ id }) => id === 'stop-reason/error-literal');
if (rule === undefined) throw new Error('the rule has another name now');

test('a page has all there is to know of a rule, in lines that fit', () => {
  const page = rulePage(rule, '#acp-fixture 1\nclient {}\n', 60);
  const [head = '', example] = page.split('Example:\n');
  for (const line of head.split('\n').filter((each) => !each.startsWith('spec ')))
    expect(line.length).toBeLessThanOrEqual(60);
  expect(head.replaceAll(/\s+/g, ' ')).toContain(rule.explanation.replaceAll(/\s+/g, ' '));
  expect(head).toMatch(/^severity {2}error\nversions {2}.*\nat fault {2}.*\nspec {6}https:/m);
  expect(example).toBe('\n  #acp-fixture 1\n  client {}\n');
});

test('without an example there is none', () => {
  expect(rulePage(rule, undefined, Infinity)).not.toContain('Example');
});

test('it says how a rule that is off is turned on, and what needs history', () => {
  const page = rulePage({ ...rule, isOptIn: true, needsHistory: true }, undefined, 100);
  expect(page).toContain(`off by default: turn it on with --enable ${rule.id}`);
  expect(page).toContain('only an info if the recording begins later than the connection');
});

test('versions stand with commas', () => {
  expect(versionsText({ ...rule, versions: ['v1', 'v2b'] })).toBe('v1, v2b');
});
