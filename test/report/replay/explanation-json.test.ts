import { expect, test } from 'vitest';
import { explain } from '../../../src/replay/explain/explain.js';
import { explanationJson } from '../../../src/report/replay/replay-json-schema.js';
import { explanationToJson } from '../../../src/report/replay/explanation-json.js';
import { EXPLAINED, EXPLAINED_RULES } from '../../support/report/explained.js';
import { PROTOCOL } from '../../support/checking/rule-examples.js';
import { scriptOf } from '../../support/conversations/scripted.js';

test('an explanation as JSON keeps to its schema', () => {
  const explanation = explain(scriptOf(EXPLAINED), PROTOCOL, { match: 'strict' });
  const json = explanationToJson('x.acp', explanation, EXPLAINED_RULES);
  expect(explanationJson.parse(JSON.parse(JSON.stringify(json)))).toEqual(json);
  expect(json).toMatchObject({
    fixture: 'x.acp',
    ignore: ['/params/mcpServers'],
    match: [{ pointer: '/params/prompt/0/text', pattern: '/^Today is .*/i' }],
    ending: { clientMessages: 10, exitCode: 3, exitSignal: null },
    unanswered: [{ line: 24 }],
  });
  expect(json.frames).toHaveLength(EXPLAINED.length - 1);
  expect(json.bindings.unfollowed.map(({ kind, count }) => [kind, count])).toEqual([
    ['split', 1],
    ['symlink', 1],
    ['other', 1],
    ['other', 1],
  ]);
});
