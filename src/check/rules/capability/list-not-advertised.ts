import { defineRule } from '../../engine/rule.js';
import { inspectMethod, METHOD_MESSAGES } from './undeclared-use.js';

export const listNotAdvertised = defineRule({
  id: 'capability/list-not-advertised',
  severity: 'error',
  versions: ['v1'],
  fault: 'client',
  summary: 'In v1 session/list is sent only to agents that announced sessionCapabilities.list.',
  explanation:
    'Without the capability the agent has no session/list and answers with an error. Keep a list of your own of the ' +
    'sessions the client made. In v2 every agent with sessions has it.',
  spec: 'v1/session-list',
  messages: METHOD_MESSAGES,
  on: ['call:session/list'],
  inspect(context) {
    inspectMethod(context, 'agent', 'sessionCapabilities.list');
  },
});
