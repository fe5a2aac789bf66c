import { defineRule } from '../../engine/rule.js';
import { offeredMethods } from './offered-methods.js';

export const loginNotAdvertised = defineRule({
  id: 'auth/login-not-advertised',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'A client authenticates only where the agent offers methods for it.',
  explanation:
    'An agent whose answer to initialize has no authMethods needs no authentication, or does it outside of ACP, and ' +
    'need not have the methods for it. v2 says that neither auth/login nor auth/logout may be called then. Offer the ' +
    'user no login where authMethods is missing or empty. For the logout of v1 see auth/logout-not-advertised.',
  spec: 'v1/authentication',
  messages: { none: '{method} was sent, but the agent offers no authMethods' },
  on: ['call:authenticate', 'call:auth/login', 'call:auth/logout'],
  inspect({ connection, step, report }) {
    const methods = offeredMethods(connection);
    const isOfVersion = (step.method === 'authenticate') === (step.version === 1);
    if (step.sender !== 'client' || methods === undefined || methods.length > 0 || !isOfVersion) return;
    report('none', { data: { method: step.method ?? '' }, evidence: [connection.initialization.answer] });
  },
});
