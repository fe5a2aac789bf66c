import { expect, test } from 'vitest';
import { junit } from '../../../src/report/check/check-junit.js';
import { checked, SAMPLE, UNSAFE, violation } from '../../support/checking/checked.js';
import { elementsOf } from '../../support/values/xml.js';

test('a suite a conversation, a case a rule, a failure what --fail-on names', async () => {
  const text = junit(SAMPLE, 'error');
  expect(text).not.toMatch(UNSAFE);
  await expect(text).toMatchFileSnapshot('../../golden/check-report/junit.xml');
});

test('it is well-formed, and its counts are those of its elements', () => {
  for (const failOn of ['error', 'warning', 'info', 'never'] as const) {
    const elements = elementsOf(junit(SAMPLE, failOn));
    const count = (name: string) => elements.filter((element) => element.name === name).length;
    const [root] = elements;
    expect(root?.attributes).toMatchObject({ tests: String(count('testcase')), failures: String(count('failure')) });
    expect(count('failure')).toBe({ error: 1, warning: 2, info: 3, never: 0 }[failOn]);
  }
});

test('characters that XML cannot hold do not come into it', () => {
  const text = junit([checked({ violations: [violation({ message: '\0\ud800\uffff' })] })], 'error');
  expect(text).toContain('\\u0000\\ud800\ufffd');
});
