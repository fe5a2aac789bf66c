import { expect, test } from 'vitest';
import { AUTH_RULES } from '../../../../src/check/rules/auth/index.js';
import { Checker } from '../../../../src/check/engine/checker.js';
import type { JsonValue } from '../../../../src/wire/json-text.js';
import { request, result } from '../../../support/conversations/conversation.js';
import { line, tell } from '../../../support/conversations/observing.js';
import { PROTOCOL } from '../../../support/checking/rule-examples.js';

function wordsFor(...authMethods: JsonValue[]): string[] {
  const words: string[] = [];
  const checker = new Checker({
    protocol: PROTOCOL,
    rules: AUTH_RULES,
    onViolation: ({ message }) => words.push(message),
  });
  tell(checker, [
    line('client', request(0, 'initialize', { protocolVersion: 1, clientCapabilities: {} })),
    line('agent', result(0, { protocolVersion: 1, authMethods })),
  ]);
  return words;
}

test.each<[string, JsonValue[], string]>([
  ['ids', [{ type: 'terminal', id: 'a', name: 'Sign in' }], 'the agent offers "a" of type "terminal"'],
  ['names', [{ type: 'terminal', name: 'Sign in' }], 'the agent offers "Sign in" of type "terminal"'],
  ['their number', [{ type: 'terminal' }, { type: 'terminal' }], 'the agent offers 2 methods of type "terminal"'],
])('methods for a terminal are told by %s', (_, methods, words) => {
  expect(wordsFor(...methods).join()).toContain(words);
});
