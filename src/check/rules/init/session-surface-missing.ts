import { announcementOf } from '../../../model/handshake/announced-capabilities.js';
import { defineRule } from '../../engine/rule.js';

export const sessionSurfaceMissing = defineRule({
  id: 'init/session-surface-missing',
  severity: 'error',
  versions: ['v2'],
  fault: 'client',
  summary: 'A client uses sessions only if the agent announced capabilities.session.',
  explanation:
    'In v2 sessions are a capability like others: an agent without capabilities.session has none of the session/ ' +
    'methods. Look at the answer to initialize before the first session/new and tell the user that the agent has no ' +
    'sessions. If the agent does have them, it has to send "session", and be it an empty object. Reported once for ' +
    'each method.',
  spec: 'v2/initialization#session-capabilities',
  messages: {
    missing: '{method} was sent, but the agent announced no capabilities.session',
    malformed: '{method} was sent, but capabilities.session of the agent is no object and so counts as missing',
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
