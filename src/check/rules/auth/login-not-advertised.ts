import { defineRule } from '../../engine/rule.js';
import { offeredMethods } from './offered-methods.js';

export const loginNotAdvertised = defineRule({
  id: 'auth/login-not-advertised',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'A client must authenticate only if the agent offers authMethods.',
  explanation:
    'An agent whose answer to initialize has no authMethods either needs no authentication or handles it outside ' +
    'ACP, so it need not implement these methods. In v2 a client must then call neither auth/login nor auth/logout. ' +
    'If authMethods is missing or empty, do not offer a login.\n\n' +
    'For the logout method of v1 see auth/logout-not-advertised.',
  spec: 'v1/authentication',
  messages: { none: 'the client sent {method}, but the agent offers no authMethods' },
  on: ['call:authenticate', 'call:auth/login', 'call:auth/logout'],
  inspect({ connection, step, report }) {
    const methods = offeredMethods(connection);
    const isOfVersion = (step.method === 'authenticate') === (step.version === 1);
    if (step.sender !== 'client' || methods === undefined || methods.length > 0 || !isOfVersion) return;
    report('none', { data: { method: step.method ?? '' }, evidence: [connection.initialization.answer] });
  },
});
