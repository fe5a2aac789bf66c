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
  summary: 'After terminal/release the id is not used in any terminal method.',
  explanation:
    'Release ends the command, frees the terminal and makes its id invalid: what comes after it fails, or hits another ' +
    'terminal that got the id. Fetch the output and the exit status first, release last, and only once. Not reported: ' +
    'requests that were sent before the release and are answered after it, a release that was answered by an error, and ' +
    'terminals that a tool call goes on to show.',
  spec: 'v1/terminals#releasing-terminals',
  needsHistory: true,
  messages: {
    used: '{method} for terminal {id} after it was released',
    twice: 'terminal {id} is released a second time',
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
