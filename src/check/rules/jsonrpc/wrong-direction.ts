import { defineRule } from '../../engine/rule.js';
import { BOTH_WAYS } from './both-ways.js';

export const wrongDirection = defineRule({
  id: 'jsonrpc/wrong-direction',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A method must be called on the side that implements it.',
  explanation:
    "The client calls the agent's methods, such as initialize and session/prompt. The agent calls the client's " +
    'methods, such as session/update, session/request_permission, fs/... and terminal/.... Calls in the wrong ' +
    'direction are answered "method not found".\n\n' +
    'Not reported: $/cancel_request and custom methods, which both sides may send.',
  spec: 'v1/overview',
  messages: { direction: 'the {sender} called {method}, which the {sender} itself implements' },
  on: ['request if unspecified', 'notification if unspecified'],
  inspect({ step: { method, message, sender }, protocol, report }) {
    if (message.kind !== 'request' && message.kind !== 'notification') return;
    if (method === undefined || method === BOTH_WAYS) return;
    if (protocol.method(method, message.kind, sender)?.receiver === sender) {
      report('direction', { data: { sender, method } });
    }
  },
});
