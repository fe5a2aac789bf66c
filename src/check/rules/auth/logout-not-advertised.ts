import { announcementOf } from '../../../model/handshake/announced-capabilities.js';
import { defineRule } from '../../engine/rule.js';

export const logoutNotAdvertised = defineRule({
  id: 'auth/logout-not-advertised',
  severity: 'error',
  versions: ['v1'],
  fault: 'client',
  summary: 'In v1 a client sends logout only if the agent announced agentCapabilities.auth.logout.',
  explanation:
    'logout is optional in v1, and an agent without it answers with an error or not at all. Offer the user no logout ' +
    'where the capability is missing or null. v2 has no such capability: there authMethods says it all.',
  spec: 'v1/authentication',
  messages: {
    none: 'logout was sent, but the agent did not announce agentCapabilities.auth.logout',
    malformed: 'logout was sent, but agentCapabilities.auth.logout is no object and so counts as not announced',
  },
  on: ['call:logout'],
  inspect({ connection, step, report }) {
    const said = announcementOf(connection, 'agent', 'auth.logout');
    if (step.sender !== 'client' || said === 'yes' || said === 'unknown') return;
    const evidence = [connection.initialization.answer];
    if (said === 'no') report('none', { evidence });
    else report('malformed', { severity: 'warning', evidence });
  },
});
