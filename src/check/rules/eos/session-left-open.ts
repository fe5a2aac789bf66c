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
  summary: 'A client should close its sessions before it leaves.',
  explanation:
    'When a session is closed, the agent can save its state and free its resources before its stdin ends.\n\n' +
    'Off by default, because leaving without it is legal and most clients do so. Not reported: if the agent ended ' +
    'first or does not offer session/close; if something worse was found at the end.',
  spec: 'v1/session-setup#closing-active-sessions',
  isOptIn: true,
  messages: { open: 'the connection ended while {count} had not been closed ({ids})' },
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
