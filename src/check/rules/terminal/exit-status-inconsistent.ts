import { objectOf, textOf } from '../../../model/json-access.js';
import { clientTerminal, exitStatusOf } from '../../../model/tools/terminals.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const exitStatusInconsistent = defineRule({
  id: 'terminal/exit-status-inconsistent',
  severity: 'warning',
  versions: ['v1'],
  fault: 'client',
  summary: 'The exit status of a terminal stays what it was, in terminal/output and terminal/wait_for_exit alike.',
  explanation:
    'A command ends once. An agent that sees it fail here and succeed there, or run again, tells the model the wrong ' +
    'thing. Keep the status where the process is waited for, and give both methods that value. Not reported: null and a ' +
    'field that is left out, which mean the same, and output that was asked for before the end was told.',
  spec: 'v1/terminals#getting-output',
  messages: {
    changed: 'terminal {id} ended with {now} here and with {before} before',
    gone: 'terminal {id} has no exit status here, although its end ({before}) was told before',
  },
  on: ['response:terminal/output', 'response:terminal/wait_for_exit'],
  inspect({ step, connection, report }) {
    const { params, sessionId, exchange, result, error, method } = step;
    const id = textOf(params?.['terminalId']);
    const terminal = clientTerminal(connection, sessionId, id);
    const answer = objectOf(result);
    if (error !== undefined || answer === undefined || id === undefined) return;
    if (terminal?.exit === undefined || terminal.exited === undefined || exchange === undefined) return;
    const now = exitStatusOf(method === 'terminal/output' ? answer['exitStatus'] : answer);
    const data = { id: quoted(id), before: told(terminal.exit) };
    if (now === undefined) {
      if (exchange.seq > terminal.exited.seq) report('gone', { data, evidence: [terminal.exited] });
    } else if (now !== terminal.exit) {
      report('changed', { data: { ...data, now: told(now) }, evidence: [terminal.exited] });
    }
  },
});

/** `0/`, `/SIGKILL`: as people say it. */
function told(status: string): string {
  const [code = '', signal = ''] = status.split('/');
  const parts = [...(code === '' ? [] : [`exit code ${code}`]), ...(signal === '' ? [] : [`signal ${signal}`])];
  return parts.length === 0 ? 'neither code nor signal' : parts.join(' and ');
}
