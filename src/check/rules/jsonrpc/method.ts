import { METHOD_NOT_FOUND } from '../../../acp/methods/error-codes.js';
import { objectOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { MORE_PRECISE } from './more-precise.js';

export const methodNotString = defineRule({
  id: 'jsonrpc/method-not-string',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'The method must be a non-empty string that does not begin with "rpc.".',
  explanation:
    'A message whose method is a number, null or empty calls nothing. Names that begin with "rpc." belong to ' +
    'JSON-RPC itself. The other side answers "invalid request" or "method not found". Begin the names of custom ' +
    'methods with an underscore.',
  spec: 'https://www.jsonrpc.org/specification#request_object',
  messages: {
    type: 'the method is {found}; it must be a string',
    empty: 'the method is an empty string',
    reserved: 'the method is {found}; names that begin with "rpc." are reserved for JSON-RPC itself',
  },
  on: ['malformed', 'request if unspecified', 'notification if unspecified'],
  inspect({ step: { message, method }, report }) {
    if (message.kind === 'malformed') {
      const found = quoted(objectOf(message.json)?.['method']);
      if (message.reason === 'method-not-string') report('type', { data: { found } });
    } else if (method === '') report('empty');
    else if (method?.startsWith('rpc.') === true) report('reserved', { data: { found: quoted(method) } });
  },
});

export const methodNotFoundReply = defineRule({
  id: 'jsonrpc/method-not-found-reply',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A method should be called only if the other side implements it.',
  explanation:
    'Error -32601 is the right answer to a method that a side does not implement. It is reported because it shows ' +
    'what these two programs cannot do together.\n\n' +
    'Reported once per method. Not reported: calls that another rule explains better, for example because the ' +
    'method was advertised or does not exist.',
  spec: 'v1/extensibility',
  messages: { missing: 'the {sender} answered that it does not implement {method}' },
  on: ['response if failed'],
  inspect({ step: { error, exchange, sender }, faultsOf, hasReported, report }) {
    if (error?.code !== METHOD_NOT_FOUND || exchange === undefined) return;
    if (faultsOf(exchange).length > 0 || MORE_PRECISE.some(hasReported)) return;
    const { method } = exchange;
    report('missing', { data: { sender, method }, evidence: [exchange], once: `${sender} ${method}` });
  },
});
