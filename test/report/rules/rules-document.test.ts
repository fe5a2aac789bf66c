import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RULES } from '../../../src/check/rules/index.js';
import { rulesDocument } from '../../../src/report/rules/rules-document.js';
import { ROOT } from '../../support/documents/pages.js';

test('every rule is there once, below its family, with its example', () => {
  const document = rulesDocument(RULES, new Map([['stop-reason/error-literal', '#acp-fixture 1\nagent ```\n']]));
  expect(document.match(/^### .*/gm)).toHaveLength(RULES.length);
  const families = new Set(RULES.map(({ id }) => id.split('/')[0]));
  expect(document.match(/^## [a-z].*/gm)).toEqual([...families].map((family) => `## ${family}`));
  expect(document).toContain('````text\n#acp-fixture 1\nagent ```\n````\n');
});

test('README says how many rules there are', () => {
  expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain(`knows ${RULES.length} rules`);
});
