import { objectOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const badVersion = defineRule({
  id: 'jsonrpc/bad-version',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Every message has the member "jsonrpc" with the value "2.0".',
  explanation:
    'The member tells JSON-RPC 2.0 from 1.0. Strict readers answer "invalid request" or drop the message where it is ' +
    'missing or anything else, the number 2.0 included. The message is taken as one of 2.0 here, so that what follows ' +
    'is judged all the same.',
  spec: 'https://www.jsonrpc.org/specification#request_object',
  messages: {
    missing: 'the member "jsonrpc" is missing; it has to be "2.0"',
    other: 'the member "jsonrpc" is {found}; it has to be the string "2.0"',
  },
  on: ['message if odd-members', 'malformed'],
  inspect({ step: { message }, report }) {
    const json = objectOf(message.json);
    if (json?.['jsonrpc'] === '2.0' || json === undefined) return;
    // what is no message at all is not one of another version
    if (message.kind === 'malformed' && message.reason === 'unclassifiable') return;
    if (json['jsonrpc'] === undefined) report('missing');
    else report('other', { data: { found: quoted(json['jsonrpc']) } });
  },
});
