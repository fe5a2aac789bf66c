import { defineRule } from '../../engine/rule.js';
import { inspectMethod, METHOD_MESSAGES } from './undeclared-use.js';

export const closeNotAdvertised = defineRule({
  id: 'capability/close-not-advertised',
  severity: 'error',
  versions: ['v1'],
  fault: 'client',
  summary: 'In v1 session/close must be sent only to agents that announced sessionCapabilities.close.',
  explanation:
    'An agent without the capability does not implement session/close: it answers with an error and keeps the ' +
    'session. Stop running work with session/cancel, and end the process to get rid of its sessions. In v2 every ' +
    'agent with sessions implements session/close.',
  spec: 'v1/session-setup#closing-active-sessions',
  messages: METHOD_MESSAGES,
  on: ['call:session/close'],
  inspect(context) {
    inspectMethod(context, 'agent', 'sessionCapabilities.close');
  },
});
