import { defineRule } from '../../engine/rule.js';
import { inspectMethod, METHOD_MESSAGES } from './undeclared-use.js';

export const resumeNotAdvertised = defineRule({
  id: 'capability/resume-not-advertised',
  severity: 'error',
  versions: ['v1'],
  fault: 'client',
  summary: 'In v1 session/resume is sent only to agents that announced sessionCapabilities.resume.',
  explanation:
    'Resuming a session is optional in v1, and apart from loadSession. An agent that did not announce it answers with ' +
    'an error. Use session/load where that is announced, or begin a new session. In v2 every agent with sessions has it.',
  spec: 'v1/session-setup#resuming-sessions',
  messages: METHOD_MESSAGES,
  on: ['call:session/resume'],
  inspect(context) {
    inspectMethod(context, 'agent', 'sessionCapabilities.resume');
  },
});
