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
  summary: 'The terminal methods are called with an id that terminal/create returned.',
  explanation:
    'The client makes up the id and answers terminal/create with it; another id means nothing to it. Wait for that answer, ' +
    'and keep the id beside the tool call. Ids do not outlive the connection. Only a warning where the terminal is that of ' +
    'another session, and an info where its terminal/create may have come before the recording.',
  spec: 'v1/terminals#executing-commands',
  needsHistory: true,
  messages: {
    unknown: '{method} for terminal {id}, which no terminal/create returned',
    foreign: '{method} for terminal {id}, which belongs to the session {other}',
  },
  on: USES,
  inspect({ step, connection, hasReported, report }) {
    const { params, sessionId, method = '' } = step;
    const id = textOf(params?.['terminalId']);
    // who must not use terminals at all has none, and who names no session has none in it
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
