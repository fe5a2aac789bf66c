import { objectOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const badVersion = defineRule({
  id: 'jsonrpc/bad-version',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Every message must have "jsonrpc": "2.0".',
  explanation:
    'This field tells JSON-RPC 2.0 from 1.0. Strict readers answer "invalid request", or drop the message, if it is ' +
    'missing or has any other value, even the number 2.0.\n\n' +
    'Turntable treats the message as JSON-RPC 2.0 and checks the rest of it.',
  spec: 'https://www.jsonrpc.org/specification#request_object',
  messages: {
    missing: 'the field "jsonrpc" is missing; it must be "2.0"',
    other: 'the field "jsonrpc" is {found}; it must be the string "2.0"',
  },
  on: ['message if odd-members', 'malformed'],
  inspect({ step: { message }, report }) {
    const json = objectOf(message.json);
    if (json?.['jsonrpc'] === '2.0' || json === undefined) return;
    // a line that is not a message is not one of another version either
    if (message.kind === 'malformed' && message.reason === 'unclassifiable') return;
    if (json['jsonrpc'] === undefined) report('missing');
    else report('other', { data: { found: quoted(json['jsonrpc']) } });
  },
});
