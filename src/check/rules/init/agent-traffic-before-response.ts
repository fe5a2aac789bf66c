import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { isKnown, isNoSuchMethod } from './before-it.js';

export const agentTrafficBeforeResponse = defineRule({
  id: 'init/agent-traffic-before-response',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The agent must answer initialize before it sends anything else.',
  explanation:
    'Until the answer arrives, the client does not know which version the agent speaks, and no request or update of ' +
    'the agent can belong to a session. Hold back startup messages until you have answered initialize, or write ' +
    'them to stderr.\n\n' +
    'Only an info for notifications that begin with an underscore. Not reported: recordings that begin later than ' +
    'the connection.',
  spec: 'v1/initialization',
  messages: { early: 'the agent sent {method} before initialize {missing}' },
  on: ['request if early', 'notification if early'],
  inspect(context) {
    const { connection, step, report } = context;
    const { state } = connection.initialization;
    const { sender, method, message } = step;
    if (sender !== 'agent' || method === undefined || state === 'done' || !isKnown(connection)) return;
    if (message.kind === 'notification' && method.startsWith('$/')) return;
    if (isNoSuchMethod(context)) return;
    const severity = message.kind === 'notification' && method.startsWith('_') ? 'info' : 'error';
    const missing = AGENT_STATES[state];
    report('early', { data: { method: quoted(method), missing }, severity, once: `${method} ${missing}` });
  },
});

const AGENT_STATES = { none: 'came', sent: 'was answered', failed: 'succeeded' } as const;
