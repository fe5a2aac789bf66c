import { defineRule } from '../../engine/rule.js';
import { inspectMethod, METHOD_MESSAGES } from './undeclared-use.js';

export const resumeNotAdvertised = defineRule({
  id: 'capability/resume-not-advertised',
  severity: 'error',
  versions: ['v1'],
  fault: 'client',
  summary: 'In v1 session/resume must be sent only to agents that announced sessionCapabilities.resume.',
  explanation:
    'Resuming a session is optional in v1, and independent of loadSession. An agent that did not announce it ' +
    'answers with an error. Use session/load if the agent announced that, or create a new session. In v2 every ' +
    'agent with sessions can resume them.',
  spec: 'v1/session-setup#resuming-sessions',
  messages: METHOD_MESSAGES,
  on: ['call:session/resume'],
  inspect(context) {
    inspectMethod(context, 'agent', 'sessionCapabilities.resume');
  },
});
