import { defineRule } from '../../engine/rule.js';
import { inspectMethod, METHOD_MESSAGES } from './undeclared-use.js';

export const closeNotAdvertised = defineRule({
  id: 'capability/close-not-advertised',
  severity: 'error',
  versions: ['v1'],
  fault: 'client',
  summary: 'In v1 session/close is sent only to agents that announced sessionCapabilities.close.',
  explanation:
    'Without the capability the agent has no session/close: it answers with an error and keeps the session. Cancel ' +
    'what is going on with session/cancel, and end the process where its sessions have to go. In v2 every agent with ' +
    'sessions has it.',
  spec: 'v1/session-setup#closing-active-sessions',
  messages: METHOD_MESSAGES,
  on: ['call:session/close'],
  inspect(context) {
    inspectMethod(context, 'agent', 'sessionCapabilities.close');
  },
});
