import { defineRule } from '../../engine/rule.js';
import { BOTH_WAYS } from './both-ways.js';

export const wrongDirection = defineRule({
  id: 'jsonrpc/wrong-direction',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A method is called on the side that has it.',
  explanation:
    'Methods of the agent (initialize, session/prompt, ...) are called by the client, methods of the client ' +
    '(session/update, fs/..., terminal/..., session/request_permission) by the agent. The other way round they are ' +
    'answered "method not found". Not reported: $/cancel_request and custom methods, which go both ways.',
  spec: 'v1/overview',
  messages: { direction: 'the {sender} called {method}, which is a method of the {sender} itself' },
  on: ['request if unspecified', 'notification if unspecified'],
  inspect({ step: { method, message, sender }, protocol, report }) {
    if (message.kind !== 'request' && message.kind !== 'notification') return;
    if (method === undefined || method === BOTH_WAYS) return;
    if (protocol.method(method, message.kind, sender)?.receiver === sender) {
      report('direction', { data: { sender, method } });
    }
  },
});
