import { expect, test } from 'vitest';
import { junit } from '../../../src/report/check/check-junit.js';
import { checked, SAMPLE, UNSAFE, violation } from '../../support/checking/checked.js';
import { elementsOf, type Element } from '../../support/values/xml.js';

const AT = new Date('2026-11-22T17:05:09.876Z');

test('a suite for each conversation, a case for each rule, a failure from --fail-on up', async () => {
  const text = junit(SAMPLE, { failOn: 'error', at: AT });
  expect(text).not.toMatch(UNSAFE);
  await expect(text).toMatchFileSnapshot('../../golden/check-report/junit.xml');
});

test('the counts of a suite are those of its elements', () => {
  for (const failOn of ['error', 'warning', 'info', 'never'] as const) {
    const elements = elementsOf(junit(SAMPLE, { failOn, at: AT }));
    const suites = elements.filter(({ name }) => name === 'testsuite');
    expect(suites).toHaveLength(SAMPLE.length);
    for (const { attributes, children } of suites) {
      const cases = children.filter(({ name }) => name === 'testcase');
      const failures = cases.flatMap((each) => each.children).filter(({ name }) => name === 'failure');
      expect(attributes).toMatchObject({ tests: String(cases.length), failures: String(failures.length) });
    }
    const failures = elements.filter(({ name }) => name === 'failure').length;
    expect(failures).toBe({ error: 1, warning: 2, info: 3, never: 0 }[failOn]);
  }
});

test('what fails nothing is in the output of its suite, with its rule', () => {
  const text = junit(SAMPLE, { failOn: 'never', at: AT });
  for (const { rule } of SAMPLE.flatMap(({ violations }) => violations)) expect(text).toContain(`${rule}: `);
  expect(text).toContain('note: it does not hold the end of the conversation');
});

test('characters that XML cannot hold do not come into it', () => {
  const text = junit([checked({ violations: [violation({ message: '\0\ud800\uffff' })] })], {
    failOn: 'error',
    at: AT,
  });
  expect(text).toContain('\\u0000\\ud800\ufffd');
});

/** Text that XML Schema takes for `xs:token` with at least one character. */
const WORD = /\S/;
const COUNT = /^\d+$/;
const SECONDS = /^\d+(\.\d+)?$/;

/** What Ant's and Jenkins' schemas of JUnit both allow: all attributes of an element, and the names of its children in order. */
const SCHEMA: Readonly<Record<string, { attributes: Readonly<Record<string, RegExp>>; children: RegExp }>> = {
  testsuites: { attributes: {}, children: /^(testsuite )*$/ },
  testsuite: {
    attributes: {
      id: COUNT,
      package: WORD,
      name: WORD,
      timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
      hostname: WORD,
      tests: COUNT,
      failures: COUNT,
      errors: COUNT,
      time: SECONDS,
    },
    children: /^properties (testcase )*system-out system-err $/,
  },
  properties: { attributes: {}, children: /^(property )*$/ },
  property: { attributes: { name: WORD, value: /^/ }, children: /^$/ },
  testcase: { attributes: { classname: WORD, name: WORD, time: SECONDS }, children: /^(failure )?$/ },
  failure: { attributes: { message: /^/, type: WORD }, children: /^$/ },
  'system-out': { attributes: {}, children: /^$/ },
  'system-err': { attributes: {}, children: /^$/ },
};

/** Where an element is not what the schemas allow. */
function problems({ name, attributes, children }: Element): string[] {
  const schema = SCHEMA[name];
  if (schema === undefined) return [`<${name}>`];
  const keys = new Set([...Object.keys(schema.attributes), ...Object.keys(attributes)]);
  const wrong = [...keys].filter((key) => {
    const [form, value] = [schema.attributes[key], attributes[key]];
    return form === undefined || value === undefined || !form.test(value);
  });
  const inside = children.map((child) => `${child.name} `).join('');
  return [...wrong.map((key) => `${name}@${key}`), ...(schema.children.test(inside) ? [] : [`${name}: ${inside}`])];
}

test('it has the structure that the schemas of Ant and Jenkins demand, whatever was checked', () => {
  const configuration = { file: '/turntable.config.json', rulesOff: 1, failOn: 'never' } as const;
  const samples = [
    [],
    SAMPLE,
    [checked({ name: ' ', durationMs: 0 }), checked({ name: 'x', configuration, durationMs: 1e9 / 3 })],
  ];
  for (const all of samples) {
    for (const failOn of ['error', 'info', 'never'] as const) {
      const elements = elementsOf(junit(all, { failOn, at: AT }));
      expect(elements[0]?.name).toBe('testsuites');
      expect(elements.flatMap(problems)).toEqual([]);
    }
  }
});
