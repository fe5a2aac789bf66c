import { defineRule } from '../../engine/rule.js';
import { inspectMethod, METHOD_MESSAGES } from './undeclared-use.js';

export const deleteNotAdvertised = defineRule({
  id: 'capability/delete-not-advertised',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'session/delete must be sent only to agents that announced it.',
  explanation:
    'Deleting sessions is optional in both versions. An agent that did not announce sessionCapabilities.delete (v2: ' +
    'session.delete) answers with an error, and the session stays. Without the capability, do not offer deletion.',
  spec: 'v1/session-delete',
  messages: METHOD_MESSAGES,
  on: ['call:session/delete'],
  inspect(context) {
    inspectMethod(context, 'agent', context.connection.version === 2 ? 'session.delete' : 'sessionCapabilities.delete');
  },
});
