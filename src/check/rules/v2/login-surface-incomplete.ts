import { METHOD_NOT_FOUND } from '../../../acp/methods/error-codes.js';
import { defineRule } from '../../engine/rule.js';

export const loginSurfaceIncomplete = defineRule({
  id: 'v2/login-surface-incomplete',
  severity: 'error',
  versions: ['v2'],
  fault: 'agent',
  summary: 'An agent that offers authMethods has auth/login and auth/logout.',
  explanation:
    'The two come together in v2: a user who was signed in has to be able to sign out. A client shows both as soon as ' +
    'authMethods is not empty. Implement both, or leave authMethods empty. Once for a method.',
  spec: 'v2/authentication',
  messages: { missing: '{method} was answered with error -32601, although initialize offered authMethods' },
  on: ['response:auth/login', 'response:auth/logout'],
  inspect({ step, connection, report }) {
    const { sender, exchange, error, method = '' } = step;
    const { authMethods, answer } = connection.initialization;
    if (sender !== 'agent' || exchange === undefined || error?.code !== METHOD_NOT_FOUND) return;
    if (authMethods.length === 0) return;
    report('missing', { data: { method }, evidence: [exchange, answer], once: method });
  },
});
