import { defineRule } from '../../engine/rule.js';
import { BOTH_WAYS } from './both-ways.js';

export const requestSentAsNotification = defineRule({
  id: 'jsonrpc/request-sent-as-notification',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A method that returns a response must be sent with an id.',
  explanation:
    'Without an id the message is a notification. It is never answered, not even with an error, so the result and ' +
    'any failure are lost. Send it with an id and wait for the response.\n\n' +
    'Not reported: custom methods, which may be either.',
  spec: 'https://www.jsonrpc.org/specification#notification',
  messages: { id: '{method} is a request, but was sent without an id, so it cannot be answered' },
  on: ['notification if unspecified'],
  inspect({ step: { method, sender }, protocol, shapes, claim, hasReported, report }) {
    if (method === undefined || hasReported('jsonrpc/wrong-direction')) return;
    if (method === BOTH_WAYS) {
      if (sender === 'client') return;
      for (const finding of shapes) claim(finding);
      report('id', { data: { method }, severity: 'info' });
      return;
    }
    const spec = protocol.method(method, 'notification', sender);
    if (spec?.request !== undefined && spec.notification === undefined) report('id', { data: { method } });
  },
});
