import { announcementOf } from '../../../model/handshake/announced-capabilities.js';
import { defineRule } from '../../engine/rule.js';

export const sessionSurfaceMissing = defineRule({
  id: 'init/session-surface-missing',
  severity: 'error',
  versions: ['v2'],
  fault: 'client',
  summary: 'A client must not use sessions unless the agent announced capabilities.session.',
  explanation:
    'In v2 sessions are an optional capability. An agent without capabilities.session has none of the session/ ' +
    'methods. Check the answer to initialize before the first session/new, and tell the user if the agent has no ' +
    'sessions. An agent that does have them must send "session", if only as an empty object.\n\n' +
    'Reported once per method.',
  spec: 'v2/initialization#session-capabilities',
  messages: {
    missing: 'the client sent {method}, but the agent did not announce capabilities.session',
    malformed:
      'the client sent {method}, but capabilities.session of the agent is not an object, so it counts as missing',
  },
  on: ['request', 'notification'],
  inspect({ connection, step, report }) {
    const { method = '', sender } = step;
    if (sender !== 'client' || !method.startsWith('session/')) return;
    const said = announcementOf(connection, 'agent', 'session');
    if (said === 'yes' || said === 'unknown') return;
    const details = { data: { method }, once: method, evidence: [connection.initialization.answer] };
    if (said === 'no') report('missing', details);
    else report('malformed', { ...details, severity: 'warning' });
  },
});
