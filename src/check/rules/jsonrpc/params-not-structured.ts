import { isJsonObject } from '../../../wire/json-text.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const paramsNotStructured = defineRule({
  id: 'jsonrpc/params-not-structured',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'The params of a message are an object.',
  explanation:
    'All methods of the protocol take their parameters by name. A text or a number is no params in JSON-RPC at all, and ' +
    'a list is read by nobody. An info where they are null and none is needed: leave them out then, or send {}. Not ' +
    'reported: params that are left out; lists of custom methods.',
  spec: 'https://www.jsonrpc.org/specification#parameter_structures',
  messages: {
    type: 'the params of {method} are {found}; they have to be an object',
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
