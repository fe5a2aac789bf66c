import { expect, test } from 'vitest';
import { RULES } from '../../src/check/rules/index.js';
import { githubLines } from '../../src/report/check/check-github.js';
import { checkJson } from '../../src/report/check/check-json.js';
import { junit } from '../../src/report/check/check-junit.js';
import { markdownReport } from '../../src/report/check/check-markdown.js';
import { sarif } from '../../src/report/check/check-sarif.js';
import { textReport } from '../../src/report/check/check-text.js';
import { checked, DRIVING, UNSAFE } from '../support/checking/checked.js';

const CONFIGURATION = { file: '/project/turntable.config.json', rulesOff: 268, failOn: 'never' } as const;
const SAID = 'configuration /project/turntable.config.json: 268 rules off, fail on never';

/** A report that finds nothing, in each format that is text. */
function reports(
  configuration: typeof CONFIGURATION | { file: string; rulesOff: number; failOn: undefined } | undefined,
) {
  const all = [checked({ configuration })];
  return {
    text: all.flatMap((each) => Array.from(textReport(each, 'error'), ({ text }) => text)).join('\n'),
    github: [...githubLines(all, 'error')].join(''),
    markdown: all.map((each) => markdownReport(each, { rules: RULES, least: 'error' })).join(''),
    junit: junit(all, { failOn: 'never', at: new Date(0) }),
    sarif: JSON.stringify(sarif(all, { rules: RULES, version: '1.2.3' })),
    json: JSON.stringify(checkJson(all)),
  };
}

test('every format names the configuration file and how much it silences, also where nothing is found', () => {
  const { text, github, markdown, ...others } = reports(CONFIGURATION);
  expect(text).toContain(`  ${SAID}\n`);
  expect(github).toBe(`::notice title=configuration::${SAID}\n`);
  expect(markdown.replaceAll('\\', '')).toContain(`> ${SAID}\n`);
  expect(others.sarif).toContain(`"message":{"text":"${SAID}"}`);
  expect(others.junit).toContain('<property name="rulesOff" value="268"/>');
  expect(others.junit).toContain('<property name="configuration" value="/project/turntable.config.json"/>');
  expect(JSON.parse(others.json)).toMatchObject({ configuration: CONFIGURATION });
});

test('without a configuration no format names one', () => {
  const { json, ...others } = reports(undefined);
  for (const report of Object.values(others)) expect(report).not.toContain('configuration');
  expect(JSON.parse(json)).toMatchObject({ configuration: null });
});

test('a path that would drive a terminal does not', () => {
  const { text, github, markdown, junit: xml } = reports({ file: DRIVING, rulesOff: 1, failOn: undefined });
  for (const report of [text, github, markdown, xml]) expect(report).not.toMatch(UNSAFE);
});
