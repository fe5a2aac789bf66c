import { objectOf, textOf } from '../../../model/json-access.js';
import { clientTerminal, exitStatusOf } from '../../../model/tools/terminals.js';
import { defineRule } from '../../engine/rule.js';
import { lasting, quoted } from '../../engine/wording.js';

/** A shell needs less than this to start. */
const CREATE_MS = 5_000;
/** What a cut at a character boundary may leave unused of the limit. */
const CHARACTER_BYTES = 4;

export const createBlocked = defineRule({
  id: 'terminal/create-blocked',
  severity: 'warning',
  versions: ['v1'],
  fault: 'client',
  summary: 'terminal/create returns the id at once and does not wait for the command.',
  explanation:
    'The agent cannot show the terminal, read its output or stop it before it has the id. Start the process, answer, and ' +
    'let terminal/wait_for_exit wait. Reported after 5 s, which is more than a slow shell needs to start.',
  spec: 'v1/terminals#executing-commands',
  messages: { slow: 'terminal/create was answered only {after} after it was sent' },
  on: ['response:terminal/create'],
  inspect({ step, hasRealTimes, report }) {
    const { exchange, line, error, at } = step;
    if (!hasRealTimes || !line.timed || exchange === undefined || error !== undefined) return;
    const after = at - exchange.at;
    if (after > CREATE_MS) report('slow', { data: { after: lasting(after) }, evidence: [exchange] });
  },
});

export const duplicateId = defineRule({
  id: 'terminal/duplicate-id',
  severity: 'error',
  versions: ['v1'],
  fault: 'client',
  summary: 'terminal/create returns an id that no other terminal has.',
  explanation:
    'With two terminals under one id the agent reads the output of the wrong command, and kills or releases the wrong ' +
    'process. Give each terminal a fresh id, across all sessions. Only a warning where the other terminal is that of ' +
    'another session, which the requests name too, and an info where it was released before.',
  spec: 'v1/terminals#executing-commands',
  messages: {
    used: 'terminal/create returned {id}, the id of a terminal that was not released',
    foreign: 'terminal/create returned {id}, the id of a terminal of the session {other}',
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

export const outputOverLimit = defineRule({
  id: 'terminal/output-over-limit',
  severity: 'error',
  versions: ['v1'],
  fault: 'client',
  summary: 'The output of a terminal stays within outputByteLimit, is cut from its beginning, and says so.',
  explanation:
    'The agent sets the limit by the room that the model has. It counts bytes of UTF-8, not characters. What is over it is ' +
    'cut from the beginning, at a character boundary, and truncated is true from then on; otherwise the model takes the ' +
    'rest for the whole. That a cut went through a character, or was not told, is inferred from the text and only a ' +
    'warning. Not reported: terminals without a limit.',
  spec: 'v1/terminals#executing-commands',
  messages: {
    over: 'the output of terminal {id} has {bytes} bytes; its outputByteLimit is {limit}',
    split: 'the output of terminal {id} was cut in the middle of a character: it begins with U+FFFD',
    untold: 'the beginning of the output of terminal {id} is gone at its outputByteLimit, and truncated is false',
  },
  on: ['response:terminal/output'],
  inspect({ step, connection, report }) {
    const { params, sessionId, result } = step;
    const id = textOf(params?.['terminalId']);
    const terminal = clientTerminal(connection, sessionId, id);
    const answer = objectOf(result);
    const output = textOf(answer?.['output']);
    const limit = terminal?.outputByteLimit;
    if (terminal === undefined || limit === undefined || output === undefined || id === undefined) return;
    const bytes = new TextEncoder().encode(output).length;
    const data = { id: quoted(id), bytes, limit };
    if (bytes > limit) {
      report('over', { data, evidence: [terminal] });
    } else if (answer?.['truncated'] === true) {
      if (output.startsWith('\uFFFD')) report('split', { data, severity: 'warning', evidence: [terminal] });
    } else if (bytes > limit - CHARACTER_BYTES && lacksItsHead(output, terminal.output)) {
      report('untold', { data, severity: 'warning', evidence: [terminal] });
    }
  },
});

/** Whether output that was whole before does not begin any more as it did. */
function lacksItsHead(
  output: string,
  before: { readonly head: string; readonly truncated: boolean } | undefined,
): boolean {
  return before !== undefined && !before.truncated && before.head !== '' && !output.startsWith(before.head);
}
