import { defineRule } from '../../engine/rule.js';
import { inspectMethod, METHOD_MESSAGES } from './undeclared-use.js';

export const loadNotAdvertised = defineRule({
  id: 'capability/load-not-advertised',
  severity: 'error',
  versions: ['v1'],
  fault: 'client',
  summary: 'session/load must be sent only to agents that announced loadSession.',
  explanation:
    'Not every agent keeps its sessions. An agent that did not announce agentCapabilities.loadSession: true answers ' +
    'with an error, or with a session that knows nothing of the conversation. With such an agent, do not offer old ' +
    'sessions to the user, or use session/resume if the agent announced it.\n\n' +
    'Also reported if the request succeeds.',
  spec: 'v1/session-setup#loading-sessions',
  messages: METHOD_MESSAGES,
  on: ['call:session/load'],
  inspect(context) {
    inspectMethod(context, 'agent', 'loadSession');
  },
});
