import { defineRule } from '../../engine/rule.js';
import { inspectMethod, METHOD_MESSAGES } from './undeclared-use.js';

export const loadNotAdvertised = defineRule({
  id: 'capability/load-not-advertised',
  severity: 'error',
  versions: ['v1'],
  fault: 'client',
  summary: 'session/load is sent only to agents that announced loadSession.',
  explanation:
    'Not every agent keeps its sessions. One that did not announce loadSession: true in agentCapabilities answers with ' +
    'an error, or with a session that knows nothing of the conversation. Offer the user no old sessions without it, or ' +
    'use session/resume where that is announced. Also reported where the request succeeds.',
  spec: 'v1/session-setup#loading-sessions',
  messages: METHOD_MESSAGES,
  on: ['call:session/load'],
  inspect(context) {
    inspectMethod(context, 'agent', 'loadSession');
  },
});
