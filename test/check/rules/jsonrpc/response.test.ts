import { expect, test } from 'vitest';
import { JSONRPC_RULES } from '../../../../src/check/rules/jsonrpc/index.js';
import { judgeLines } from '../../../support/checking/rule-examples.js';

const LIST = (id: string) => `client +5 {"jsonrpc":"2.0","id":${id},"method":"session/list","params":{}}`;
const WRONG = 'agent +5 {"jsonrpc":"2.0","id":99,"result":{"sessions":[]}}';

test.each([
  ['none', [], 'has the id 99; none waits'],
  ['one', [LIST('5')], 'has the id 99; session/list (id 5) waits'],
  ['two', [LIST('5'), LIST('"a"')], 'has the id 99; session/list (id 5) and session/list (id "a") wait'],
  ['many', [5, 6, 7, 8, 9].map((id) => LIST(`${id}`)), 'session/list (id 7) and others wait'],
])('an answer to nothing names the requests that wait: %s', (_, asked, words) => {
  const { violations } = judgeLines('G1', [...asked, WRONG], { rules: JSONRPC_RULES });
  expect(violations.map(({ message }) => message).join()).toContain(words);
});
