import { expect, test } from 'vitest';
import { explain } from '../../../src/replay/explain/explain.js';
import { explanationText } from '../../../src/report/replay/explanation-text.js';
import { EXPLAINED, EXPLAINED_RULES } from '../../support/report/explained.js';
import { PROTOCOL } from '../../support/checking/rule-examples.js';
import { scriptOf } from '../../support/conversations/scripted.js';

test('an explanation as text', async () => {
  const lines = explanationText(explain(scriptOf(EXPLAINED), PROTOCOL, { match: 'strict' }), EXPLAINED_RULES);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../../golden/replay/explanation.txt');
});
