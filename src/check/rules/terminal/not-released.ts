import type { ClientTerminal, Connection } from '../../../model/state/connection.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { type Messages, quoted } from '../../engine/wording.js';
import { hasCrashed } from '../eos/ending.js';

const messages = {
  closed: 'terminal {id} ({command}) was never released, and its session is now closed',
  ended: 'terminal {id} ({command}) was never released, although its command had ended',
  running: 'terminal {id} ({command}) was never released',
} as const satisfies Messages;

export const notReleased = defineRule({
  id: 'terminal/not-released',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'The agent must release every terminal it created.',
  explanation:
    'The client keeps the process and its output until the agent releases the terminal, so a client that runs for ' +
    'days collects them. Call terminal/release in a finally block, also after terminal/kill, which does not ' +
    'release, and after a cancelled turn.\n\n' +
    'Reported at the end of the session or of the recording. Only a warning if nothing says that the command ended, ' +
    'because it may still be wanted. Not reported: if the turn was still open, or the agent crashed.',
  spec: 'v1/terminals#executing-commands',
  messages,
  on: ['response:session/close', 'end'],
  inspect(context) {
    if (context.isEnd) {
      reportAtEnd(context);
      return;
    }
    const { connection, report } = context;
    const { session, error } = context.step;
    if (error !== undefined || session === undefined || session.closed !== undefined) return;
    for (const terminal of held(connection, session.id)) {
      report('closed', { data: dataOf(terminal), evidence: [terminal] });
    }
  },
});

function reportAtEnd({ connection, report }: Context<typeof messages>): void {
  if (diedFirst(connection)) return;
  for (const session of connection.sessions.values()) {
    // an unanswered turn is reported for everything open in it (eos rules); a closed session was judged when it closed
    if (session.open.length > 0 || session.closed !== undefined) continue;
    for (const terminal of held(connection, session.id)) {
      const place = { at: terminal, sessionId: session.id, turn: undefined };
      if (terminal.exit !== undefined) report('ended', { data: dataOf(terminal), ...place });
      else report('running', { data: dataOf(terminal), ...place, severity: 'warning' });
    }
  }
}

/** Whether the agent died before the client left. It could release nothing then, and its death was reported. */
function diedFirst({ ending }: Connection): boolean {
  const { exit, clientEof, agentEof } = ending;
  if (exit === undefined || !(hasCrashed(ending) || exit.signal === 'SIGKILL')) return false;
  return clientEof === undefined || (agentEof ?? exit).seq < clientEof.seq;
}

function held({ terminals }: Connection, sessionId: string): ClientTerminal[] {
  return [...terminals.values()].filter((terminal) => terminal.sessionId === sessionId && !terminal.released);
}

function dataOf({ id, command }: ClientTerminal): { id: string; command: string } {
  return { id: quoted(id), command: quoted(command) };
}
