import { defineRule } from '../../engine/rule.js';
import { BOTH_WAYS } from './both-ways.js';

export const notificationSentAsRequest = defineRule({
  id: 'jsonrpc/notification-sent-as-request',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A method that returns no response must be sent without an id.',
  explanation:
    'Any id, even null, asks for a response that the protocol does not define. The other side answers with an error ' +
    'or not at all, and a sender that waits for the response hangs. Leave out the id.\n\n' +
    'Turntable expects no response to such a message. Not reported: custom methods, which may be either.',
  spec: 'https://www.jsonrpc.org/specification#notification',
  messages: { id: '{method} is a notification, but was sent with id {id}; no response will come' },
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
