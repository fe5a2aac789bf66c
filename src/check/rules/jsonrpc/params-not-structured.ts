import { isJsonObject } from '../../../wire/json-text.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const paramsNotStructured = defineRule({
  id: 'jsonrpc/params-not-structured',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'The params of a message must be an object.',
  explanation:
    'All methods of the protocol take their parameters by name. JSON-RPC allows no strings or numbers as params, ' +
    'and nobody reads a list.\n\n' +
    'Only an info if params are null and the method needs none: leave them out, or send {}. Not reported: params ' +
    'that are left out; lists in custom methods.',
  spec: 'https://www.jsonrpc.org/specification#parameter_structures',
  messages: {
    type: 'the params of {method} are {found}; they must be an object',
    none: 'the params of {method} are null; leave them out, or send an empty object',
  },
  on: ['request if odd-members', 'notification if odd-members'],
  inspect({ step, protocol, shapes, claim, report }) {
    const { method, message, sender } = step;
    if ((message.kind !== 'request' && message.kind !== 'notification') || method === undefined) return;
    const { params } = message;
    if (params === undefined || isJsonObject(params)) return;
    const spec = protocol.method(method, message.kind, sender);
    if (Array.isArray(params) && spec === undefined) return;
    if (params === null && spec?.paramsRequired !== true) {
      report('none', { data: { method }, severity: 'info' });
      return;
    }
    for (const finding of shapes) claim(finding);
    report('type', { data: { method, found: quoted(params) } });
  },
});
