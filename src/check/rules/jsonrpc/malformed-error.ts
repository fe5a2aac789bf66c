import { isJsonObject } from '../../../wire/json-text.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

const INT32_MIN = -(2 ** 31);

const INT32_MAX = 2 ** 31 - 1;

export const malformedError = defineRule({
  id: 'jsonrpc/malformed-error',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'An error must be an object with an integer code and a string message.',
  explanation:
    'Readers act on the code and show the message. If either is missing or has the wrong type, strict readers ' +
    'cannot read the response, so the request never ends; others show "undefined". The code must be a 32-bit ' +
    'integer. "data" may hold anything, and you may define your own codes.',
  spec: 'https://www.jsonrpc.org/specification#error_object',
  messages: {
    shape: 'the error is {found}; it must be an object with code and message',
    code: 'the code of the error is {found}; it must be a 32-bit integer',
    text: 'the message of the error is {found}; it must be a string',
    members: 'the error {found} has neither an integer code nor a string message; it must have both',
  },
  on: ['response if failed'],
  inspect({ step: { message }, report }) {
    // an error beside a result is not looked at here
    if (message.kind !== 'response' || message.outcome.ok) return;
    const { error } = message.outcome;
    if (!isJsonObject(error)) {
      report('shape', { data: { found: quoted(error) } });
      return;
    }
    const { code, message: text } = error;
    const isCode = Number.isInteger(code) && Number(code) >= INT32_MIN && Number(code) <= INT32_MAX;
    const isText = typeof text === 'string';
    if (!isCode && !isText) report('members', { data: { found: quoted(error) } });
    else if (!isCode) report('code', { data: { found: quoted(code) } });
    else if (!isText) report('text', { data: { found: quoted(text) } });
  },
});
