import { defineRule } from '../../engine/rule.js';
import { inspectMethod, METHOD_MESSAGES } from './undeclared-use.js';

export const listNotAdvertised = defineRule({
  id: 'capability/list-not-advertised',
  severity: 'error',
  versions: ['v1'],
  fault: 'client',
  summary: 'In v1 session/list must be sent only to agents that announced sessionCapabilities.list.',
  explanation:
    'An agent without the capability does not implement session/list and answers with an error. Keep your own list ' +
    'of the sessions your client created. In v2 every agent with sessions implements session/list.',
  spec: 'v1/session-list',
  messages: METHOD_MESSAGES,
  on: ['call:session/list'],
  inspect(context) {
    inspectMethod(context, 'agent', 'sessionCapabilities.list');
  },
});
