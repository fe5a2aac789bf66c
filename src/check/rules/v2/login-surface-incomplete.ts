import { METHOD_NOT_FOUND } from '../../../acp/methods/error-codes.js';
import { defineRule } from '../../engine/rule.js';

export const loginSurfaceIncomplete = defineRule({
  id: 'v2/login-surface-incomplete',
  severity: 'error',
  versions: ['v2'],
  fault: 'agent',
  summary: 'An agent with authMethods must implement auth/login and auth/logout.',
  explanation:
    'In v2 they belong together: a user who signed in must be able to sign out. Clients offer both if authMethods ' +
    'is not empty. Implement both, or leave authMethods empty.\n\n' +
    'Reported once per method.',
  spec: 'v2/authentication',
  messages: { missing: 'the agent answered {method} with error -32601, although it offers authMethods' },
  on: ['response:auth/login', 'response:auth/logout'],
  inspect({ step, connection, report }) {
    const { sender, exchange, error, method = '' } = step;
    const { authMethods, answer } = connection.initialization;
    if (sender !== 'agent' || exchange === undefined || error?.code !== METHOD_NOT_FOUND) return;
    if (authMethods.length === 0) return;
    report('missing', { data: { method }, evidence: [exchange, answer], once: method });
  },
});
