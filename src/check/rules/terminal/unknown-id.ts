import { textOf } from '../../../model/json-access.js';
import { clientTerminal } from '../../../model/tools/terminals.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { knowsTerminals, USES } from './known-terminals.js';

export const unknownId = defineRule({
  id: 'terminal/unknown-id',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'Terminal methods must use an id that terminal/create returned.',
  explanation:
    'The client makes up the id and returns it from terminal/create; any other id means nothing to it. Wait for ' +
    'that answer, and store the id with the tool call. Ids are valid only for the connection.\n\n' +
    'Only a warning if the terminal belongs to another session. Only an info if its terminal/create may have come ' +
    'before the recording.',
  spec: 'v1/terminals#executing-commands',
  needsHistory: true,
  messages: {
    unknown: 'the agent sent {method} for terminal {id}, which no terminal/create returned',
    foreign: 'the agent sent {method} for terminal {id}, which belongs to session {other}',
  },
  on: USES,
  inspect({ step, connection, hasReported, report }) {
    const { params, sessionId, method = '' } = step;
    const id = textOf(params?.['terminalId']);
    // already reported: an agent that must not use terminals at all, or names an unknown session
    if (id === undefined || hasReported('capability') || hasReported('session')) return;
    const terminal = clientTerminal(connection, sessionId, id);
    const data = { method, id: quoted(id) };
    if (terminal === undefined) {
      report('unknown', { data, ...(!knowsTerminals(connection) && { severity: 'info' }) });
    } else if (terminal.sessionId !== sessionId && terminal.sessionId !== undefined && sessionId !== undefined) {
      const other = quoted(terminal.sessionId);
      report('foreign', { data: { ...data, other }, severity: 'warning', evidence: [terminal] });
    }
  },
});
