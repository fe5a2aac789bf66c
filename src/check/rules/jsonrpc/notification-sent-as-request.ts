import { defineRule } from '../../engine/rule.js';
import { BOTH_WAYS } from './both-ways.js';

export const notificationSentAsRequest = defineRule({
  id: 'jsonrpc/notification-sent-as-request',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A method that has no response is sent without an id.',
  explanation:
    'With an id, even with null, it asks for a response that the protocol does not know: the other side answers with ' +
    'an error, or not at all, and whoever waits for it hangs. Leave out the id. Nobody is expected to answer it here. ' +
    'Not reported: custom methods, which may be either.',
  spec: 'https://www.jsonrpc.org/specification#notification',
  messages: { id: '{method} is a notification and was sent with id {id}: nobody answers it' },
  on: ['request if unspecified'],
  inspect({ step: { method, message, sender }, protocol, shapes, claim, hasReported, report }) {
    if (message.kind !== 'request' || method === undefined || hasReported('jsonrpc/wrong-direction')) return;
    const data = { method, id: message.id };
    if (method === BOTH_WAYS) {
      if (sender === 'agent') return;
      for (const finding of shapes) claim(finding);
      report('id', { data, severity: 'info' });
      return;
    }
    const spec = protocol.method(method, 'request', sender);
    if (spec?.notification !== undefined && spec.request === undefined) report('id', { data });
  },
});
