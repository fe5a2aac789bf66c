import { defineRule } from '../../engine/rule.js';
import { elsewhere, PROMPT, tooEarly } from './before-it.js';

function isPrompt(method: string): boolean {
  return method === PROMPT;
}

export const promptBeforeInitialize = defineRule({
  id: 'init/prompt-before-initialize',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'A prompt must be sent only after initialization and session setup.',
  explanation:
    'Until initialize is answered, neither side knows the version or what the other can do, and there is no session ' +
    'to prompt. Wait for the answer to initialize, then for the answer to session/new, and only then send ' +
    'session/prompt.\n\n' +
    'Not reported: a prompt in a recording that begins later than the connection.',
  spec: 'v1/prompt-turn#1-user-message',
  messages: { early: 'the client sent session/prompt before initialize {missing}' },
  on: ['call:session/prompt if early', 'request:initialize'],
  inspect(context) {
    const { report } = context;
    for (const { at, missing } of tooEarly(context, isPrompt)) {
      report('early', { data: { missing }, at, once: missing, ...elsewhere(context, at) });
    }
  },
});
