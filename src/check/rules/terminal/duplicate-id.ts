import { objectOf, textOf } from '../../../model/json-access.js';
import { clientTerminal } from '../../../model/tools/terminals.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const duplicateId = defineRule({
  id: 'terminal/duplicate-id',
  severity: 'error',
  versions: ['v1'],
  fault: 'client',
  summary: 'terminal/create must return an id that no other terminal has.',
  explanation:
    'If two terminals share an id, the agent reads the output of the wrong command, and kills or releases the wrong ' +
    'process. Give each terminal a new id, across all sessions.\n\n' +
    'Only a warning if the other terminal belongs to another session, because requests name the session too. Only ' +
    'an info if it was released before.',
  spec: 'v1/terminals#executing-commands',
  messages: {
    used: 'terminal/create returned {id}, the id of a terminal that is not released yet',
    foreign: 'terminal/create returned {id}, the id of a terminal of session {other}',
    again: 'terminal/create returned {id}, the id of an earlier terminal',
  },
  on: ['response:terminal/create'],
  inspect({ step, connection, report }) {
    const id = textOf(objectOf(step.result)?.['terminalId']);
    const known = clientTerminal(connection, step.sessionId, id);
    if (known === undefined || id === undefined) return;
    const data = { id: quoted(id) };
    const evidence = [known, known.released];
    const owner = connection.sessions.get(known.sessionId ?? '');
    if (known.released !== undefined || owner?.closed !== undefined) {
      report('again', { data, evidence, severity: 'info' });
    } else if (known.sessionId !== step.sessionId) {
      report('foreign', { data: { ...data, other: quoted(known.sessionId) }, evidence, severity: 'warning' });
    } else {
      report('used', { data, evidence });
    }
  },
});
