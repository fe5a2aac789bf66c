import { expect, test } from 'vitest';
import { RULES } from '../../../src/check/rules/index.js';
import { rulesDocument } from '../../../src/report/rules/rules-document.js';

test('every rule is there once, below its family, with its example', () => {
  const document = rulesDocument(RULES, new Map([['stop-reason/error-literal', '#acp-fixture 1\nagent ```\n']]));
  expect(document.match(/^### .*/gm)).toHaveLength(RULES.length);
  const families = new Set(RULES.map(({ id }) => id.split('/')[0]));
  expect(document.match(/^## [a-z].*/gm)).toEqual([...families].map((family) => `## ${family}`));
  expect(document).toContain('````text\n#acp-fixture 1\nagent ```\n````\n');
});
