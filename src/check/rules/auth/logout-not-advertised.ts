import { announcementOf } from '../../../model/handshake/announced-capabilities.js';
import { defineRule } from '../../engine/rule.js';

export const logoutNotAdvertised = defineRule({
  id: 'auth/logout-not-advertised',
  severity: 'error',
  versions: ['v1'],
  fault: 'client',
  summary: 'In v1 a client must send logout only if the agent announced agentCapabilities.auth.logout.',
  explanation:
    'logout is optional in v1. An agent without it answers with an error or not at all. If the capability is ' +
    'missing or null, do not offer a logout. v2 has no such capability: there authMethods covers both login and ' +
    'logout.',
  spec: 'v1/authentication',
  messages: {
    none: 'the client sent logout, but the agent did not announce agentCapabilities.auth.logout',
    malformed:
      'the client sent logout, but agentCapabilities.auth.logout is not an object, so it counts as not announced',
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
