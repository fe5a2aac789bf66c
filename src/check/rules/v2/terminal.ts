import { objectOf, textOf } from '../../../model/json-access.js';
import type { Session } from '../../../model/state/session.js';
import type { Step } from '../../../model/state/step.js';
import { isFinal } from '../../../model/tools/tool-calls.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

/** The terminal of a live update, as it was known before. */
function terminalOf({ sender, session, update, isHistory }: Step) {
  const id = textOf(update?.['terminalId']);
  if (sender !== 'agent' || session === undefined || update === undefined || id === undefined || isHistory)
    return undefined;
  return { session, id, update, known: session.terminals.get(id) };
}

export const terminalIdReused = defineRule({
  id: 'v2/terminal-id-reused',
  severity: 'error',
  versions: ['v2'],
  fault: 'agent',
  summary: 'A terminalId must identify only one terminal, even after it has ended.',
  explanation:
    'Clients store the output under this id. A second command overwrites the output of the first in every tool call ' +
    'that shows it. Give each terminal its own id.\n\n' +
    'Only an info if just the folder changes while the command runs, which v2 allows in updates. Not reported: ' +
    'a new command for a terminal that has not exited, because it corrects the first one; history.',
  spec: 'v2/tool-calls#display-only-terminals',
  needsHistory: true,
  messages: {
    command: 'terminal {id} ran {before} and exited (frame {frame}), but now it is said to run {after}',
    cwd: 'terminal {id} was in {before} and is now in {after}',
  },
  on: ['update:terminal_update'],
  inspect({ step, report }) {
    const found = terminalOf(step);
    if (found?.known === undefined) return;
    const { session, id, update, known } = found;
    const { command, cwd, exited } = known;
    const once = `${session.id} ${id}`;
    const newCommand = textOf(update['command']);
    if (exited !== undefined && command !== undefined && newCommand !== undefined && newCommand !== command) {
      const data = { id: quoted(id), before: quoted(command), frame: exited.seq, after: quoted(newCommand) };
      report('command', { data, evidence: [known, exited], once });
      return;
    }
    const newCwd = textOf(update['cwd']);
    if (exited !== undefined || cwd === undefined || newCwd === undefined || newCwd === cwd) return;
    const data = { id: quoted(id), before: quoted(cwd), after: quoted(newCwd) };
    report('cwd', { data, evidence: [known], severity: 'info', once });
  },
});

export const terminalOutputAfterExit = defineRule({
  id: 'v2/terminal-output-after-exit',
  severity: 'info',
  versions: ['v2'],
  fault: 'agent',
  summary: 'The output of a terminal should come before its exit.',
  explanation:
    'Clients collapse a terminal when it has exited, so the user may not see later output. Read the pipes to their ' +
    'end before you report exitStatus.\n\n' +
    'Reported once per terminal. Not reported: output that comes within a tenth of a second, because it was still ' +
    'in the pipes; a snapshot of the whole output.',
  spec: 'v2/tool-calls#display-only-terminals',
  messages: { late: 'output of terminal {id} came after its exit (frame {frame})' },
  on: ['update:terminal_output_chunk'],
  inspect({ step, thresholds, report }) {
    const found = terminalOf(step);
    const exited = found?.known?.exited;
    if (found === undefined || exited === undefined) return;
    if (step.line.timed && step.at - exited.at <= thresholds.raceWindow) return;
    const data = { id: quoted(found.id), frame: exited.seq };
    report('late', { data, evidence: [exited], once: `${found.session.id} ${found.id}` });
  },
});

export const terminalCommandMissing = defineRule({
  id: 'v2/terminal-command-missing',
  severity: 'warning',
  versions: ['v2'],
  fault: 'agent',
  summary: 'The first terminal_update of a terminal should name its command.',
  explanation:
    'The client shows the command above the output. Without it the user cannot tell what the output comes from. ' +
    'Send command with the first update.\n\n' +
    'Only an info for a session that is older than this connection. Not reported: "command": null, which says that ' +
    'the terminal has no command.',
  spec: 'v2/tool-calls#display-only-terminals',
  messages: { missing: 'the first terminal_update of {id} has no command' },
  on: ['update:terminal_update'],
  inspect({ step, knows, report }) {
    const found = terminalOf(step);
    if (found === undefined || (found.known?.updates ?? 0) > 0 || found.update['command'] !== undefined) return;
    const data = { id: quoted(found.id) };
    report('missing', { data, ...(!knows(found.session) && { severity: 'info' }) });
  },
});

const REFERENCE_MESSAGES = {
  unresolved: 'tool call {call} shows terminal {id}, but no terminal_update or output for it ever came',
} as const;

export const terminalReferenceUnresolved = defineRule({
  id: 'v2/terminal-reference-unresolved',
  severity: 'info',
  versions: ['v2'],
  fault: 'agent',
  summary: 'A terminal shown in a tool call should be reported by a terminal_update.',
  explanation:
    'Otherwise the client draws an empty box that is never filled. In v2 the client runs no terminals, so the agent ' +
    'must report what its terminals print.\n\n' +
    'The two may come in any order, so this is checked when the work of a finished call ends, or at the end of the ' +
    'recording. Not reported: calls that are not finished; history.',
  spec: 'v2/tool-calls#display-only-terminals',
  messages: REFERENCE_MESSAGES,
  on: ['turn-end', 'end'],
  inspect(context) {
    const { isEnd, connection } = context;
    if (isEnd) for (const session of connection.sessions.values()) judgeReferences(context, session);
    else if (context.step.version === 2 && objectOf(context.step.update)?.['state'] === 'idle')
      judgeReferences(context, context.turnEnd.session);
  },
});

function judgeReferences({ isEnd, connection, report }: Context<typeof REFERENCE_MESSAGES>, session: Session): void {
  for (const [id, reference] of session.terminalReferences) {
    const call = session.toolCalls.get(reference.toolCallId);
    if (call === undefined || call.isHistory || (!isEnd && !isFinal(call.status))) continue;
    if (connection.gap !== undefined && connection.gap.seq > reference.seq) continue;
    report('unresolved', {
      data: { call: quoted(call.id), id: quoted(id) },
      evidence: [reference],
      once: `${session.id} ${id}`,
      ...(isEnd && { at: reference, sessionId: session.id }),
    });
  }
}
