import { expect, test } from 'vitest';
import * as z from 'zod';
import { RULES } from '../../../src/check/rules/index.js';
import { sarif } from '../../../src/report/check/check-sarif.js';
import { printedJson } from '../../../src/report/printed-json.js';
import { checked, SAMPLE, UNSAFE, violation } from '../../support/checking/checked.js';

const text = z.strictObject({ text: z.string().min(1) });
const level = z.enum(['none', 'note', 'warning', 'error']);

/** What SARIF 2.1.0 says of the members that we write: 3.13, 3.14, 3.19, 3.20, 3.27, 3.28, 3.29, 3.30, 3.33, 3.49, 3.50. */
const sarifLog = z.strictObject({
  $schema: z.url(),
  version: z.literal('2.1.0'),
  runs: z.array(
    z.strictObject({
      tool: z.strictObject({
        driver: z.strictObject({
          name: z.string().min(1),
          semanticVersion: z.string(),
          informationUri: z.url(),
          rules: z.array(
            z.strictObject({
              id: z.string(),
              name: z.string().regex(/^[A-Z][A-Za-z0-9]+$/),
              shortDescription: text,
              fullDescription: text,
              help: z.strictObject({ text: z.string().min(1), markdown: z.string().min(1) }),
              helpUri: z.url(),
              defaultConfiguration: z.strictObject({ level }),
            }),
          ),
        }),
      }),
      invocations: z
        .array(
          z.strictObject({
            executionSuccessful: z.boolean(),
            toolConfigurationNotifications: z.array(z.strictObject({ level, message: text })),
            properties: z.record(z.string(), z.unknown()),
          }),
        )
        .optional(),
      results: z.array(
        z.strictObject({
          ruleId: z.string(),
          ruleIndex: z.int().min(0).optional(),
          level,
          message: text,
          locations: z.array(
            z.strictObject({
              physicalLocation: z
                .strictObject({
                  artifactLocation: z.strictObject({ uri: z.string().regex(/^[!#$&-;=?-[\]_a-z~%]+$/) }),
                  region: z.strictObject({ startLine: z.int().min(1), snippet: text.optional() }),
                })
                .optional(),
              logicalLocations: z.array(
                z.strictObject({ name: z.string(), fullyQualifiedName: z.string(), kind: z.string() }),
              ),
            }),
          ),
          properties: z.record(z.string(), z.unknown()),
        }),
      ),
    }),
  ),
});

test('it has the structure of SARIF 2.1.0, and each result names its rule', async () => {
  const json = printedJson(sarif(SAMPLE, { rules: RULES, version: '1.2.3' }), 2);
  expect(json).not.toMatch(UNSAFE);
  const { runs } = sarifLog.parse(JSON.parse(json));
  for (const { tool, results } of runs) {
    for (const { ruleId, ruleIndex = -1 } of results) expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
  }
  await expect(`${json}\n`).toMatchFileSnapshot('../../golden/check-report/sarif.json');
});

test('a recording stands in no file; an absolute path is a file: address', () => {
  const place = { file: '/a b/ü%.acp', line: 3 };
  const { runs } = sarifLog.parse(
    sarif([checked({ violations: [violation(), violation({ place })] })], { rules: RULES, version: '1.2.3' }),
  );
  const locations = runs.flatMap(({ results }) => results.flatMap((result) => result.locations));
  expect(locations.map(({ physicalLocation }) => physicalLocation?.artifactLocation.uri)).toEqual([
    undefined,
    'file:///a%20b/%C3%BC%25.acp',
  ]);
});
