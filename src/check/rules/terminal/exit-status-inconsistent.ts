import { objectOf, textOf } from '../../../model/json-access.js';
import { clientTerminal, exitStatusOf } from '../../../model/tools/terminals.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const exitStatusInconsistent = defineRule({
  id: 'terminal/exit-status-inconsistent',
  severity: 'warning',
  versions: ['v1'],
  fault: 'client',
  summary: 'The exit status of a terminal should never change.',
  explanation:
    'A command ends once. An agent that sees it fail in one answer, and succeed or run in another, tells the model ' +
    'the wrong thing. Store the status when the process ends, and return it from both terminal/output and ' +
    'terminal/wait_for_exit.\n\n' +
    'Not reported: null instead of a missing field, which means the same; output that was requested before the end ' +
    'was reported.',
  spec: 'v1/terminals#getting-output',
  messages: {
    changed: 'terminal {id} ended with {now} in this answer, but with {before} in an earlier one',
    gone: 'terminal {id} has no exit status in this answer, but an earlier one reported its end ({before})',
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

/** An exit status (`0/`, `/SIGKILL`) in words. */
function told(status: string): string {
  const [code = '', signal = ''] = status.split('/');
  const parts = [...(code === '' ? [] : [`exit code ${code}`]), ...(signal === '' ? [] : [`signal ${signal}`])];
  return parts.length === 0 ? 'neither exit code nor signal' : parts.join(' and ');
}
