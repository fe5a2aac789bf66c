import { textOf } from '../../../model/json-access.js';
import { clientTerminal } from '../../../model/tools/terminals.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { USES } from './known-terminals.js';

export const useAfterRelease = defineRule({
  id: 'terminal/use-after-release',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'A terminal must not be used after terminal/release.',
  explanation:
    'Release ends the command, frees the terminal and makes its id invalid. A later request fails, or reaches ' +
    'another terminal that got the same id. Fetch the output and the exit status first, then release, once.\n\n' +
    'Not reported: requests that were sent before the release and answered after it; a release that was answered ' +
    'with an error; terminals that a tool call still shows.',
  spec: 'v1/terminals#releasing-terminals',
  needsHistory: true,
  messages: {
    used: 'the agent sent {method} for terminal {id} after it had released it',
    twice: 'the agent released terminal {id} a second time',
  },
  on: USES,
  inspect({ step, connection, report }) {
    const { params, sessionId, method = '' } = step;
    const id = textOf(params?.['terminalId']);
    const released = clientTerminal(connection, sessionId, id)?.released;
    if (released === undefined || id === undefined) return;
    const data = { method, id: quoted(id) };
    report(method === 'terminal/release' ? 'twice' : 'used', { data, evidence: [released] });
  },
});
