import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EXAMPLES, judge } from '../../../support/checking/rule-examples.js';

test.each([
  ['tool-call/update-before-create.wrong-session', 'session "s1" has this call'],
  ['permission/unknown-tool-call.wrong-session', 'which is open in session "s1"'],
])('%s names the session that has the call', (name, words) => {
  const { violations } = judge(join(EXAMPLES, `${name}.acp`));
  expect(violations.map(({ message }) => message).join()).toContain(words);
  expect(violations.map(({ evidence }) => evidence)).toEqual([[expect.any(Number)]]);
});
