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
  summary: 'An error is an object with an integer code and a message, which is a string.',
  explanation:
    'Readers decide by the code and show the message. Where they are missing or of another type, strict readers fail ' +
    'to read the response and the request never ends; others show "undefined". Codes are 32-bit integers. "data" may ' +
    'hold anything, and codes of your own are fine.',
  spec: 'https://www.jsonrpc.org/specification#error_object',
  messages: {
    shape: 'the error is {found}; it has to be an object with code and message',
    code: 'the code of the error is {found}; it has to be an integer of 32 bits',
    text: 'the message of the error is {found}; it has to be a string',
    members: 'the error has neither a code that is an integer nor a message that is a string: {found}',
  },
  on: ['response if failed'],
  inspect({ step: { message }, report }) {
    // an error beside a result is looked at where it is one
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
