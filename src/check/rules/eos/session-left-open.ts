import { announced } from '../../../model/handshake/announced-capabilities.js';
import type { Connection } from '../../../model/state/connection.js';
import { defineRule } from '../../engine/rule.js';
import { counted, enumerated, quoted } from '../../engine/wording.js';
import { endedOf } from './ending.js';

export const sessionLeftOpen = defineRule({
  id: 'eos/session-left-open',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'A client that leaves closes its sessions, where the agent can do that.',
  explanation:
    'Closing lets the agent save what it knows and free what it holds before its stdin ends. Leaving without it is legal, ' +
    'and most clients do so, hence off unless asked for. Not reported where the agent ended first, does not offer ' +
    'session/close, or where something worse was found at the end.',
  spec: 'v1/session-setup#closing-active-sessions',
  isOptIn: true,
  messages: { open: 'the connection ended with {count} open ({ids})' },
  on: ['end'],
  inspect({ connection, hasReported, report }) {
    const ended = endedOf(connection);
    if (ended.by === 'agent' || !ended.isWhole || !canClose(connection) || hasReported('eos')) return;
    const open = [...connection.sessions.values()].filter(
      ({ state, opened, deleted }) => state === 'active' && opened !== undefined && deleted === undefined,
    );
    const [first] = open;
    if (first === undefined) return;
    const ids = enumerated(open.slice(0, 3).map(({ id }) => quoted(id)));
    const evidence = open.map(({ opened }) => opened).slice(0, 20);
    report('open', { data: { count: counted(open.length, 'session'), ids }, evidence, sessionId: first.id });
  },
});

function canClose(connection: Connection): boolean {
  return connection.version === 2 || announced(connection, 'agent', 'sessionCapabilities.close');
}
