import type { ClientTerminal, Connection } from '../../../model/state/connection.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { type Messages, quoted } from '../../engine/wording.js';
import { hasCrashed } from '../eos/ending.js';

const messages = {
  closed: 'terminal {id} ({command}) was never released, and now its session is closed',
  ended: 'terminal {id} ({command}) was never released, although its command had ended',
  running: 'terminal {id} ({command}) was never released',
} as const satisfies Messages;

export const notReleased = defineRule({
  id: 'terminal/not-released',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'The agent releases every terminal that it created.',
  explanation:
    'The client keeps the process and its output until it is told that nobody needs them any more; a client that runs for ' +
    'days collects them. Call terminal/release in a finally block: also after terminal/kill, which does not release, and ' +
    'when the turn is cancelled. Reported at the end of the session or of the recording. Only a warning for a command ' +
    'that may still be wanted, because nothing says that it ended. Not reported: where the turn was still going on, and where the agent crashed.',
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
    // a turn that was never answered takes all that was open in it on itself (eos), and closing was judged then
    if (session.open.length > 0 || session.closed !== undefined) continue;
    for (const terminal of held(connection, session.id)) {
      const place = { at: terminal, sessionId: session.id, turn: undefined };
      if (terminal.exit !== undefined) report('ended', { data: dataOf(terminal), ...place });
      else report('running', { data: dataOf(terminal), ...place, severity: 'warning' });
    }
  }
}

/** Whether the agent died before the client left: then it could not release anything, and that was reported. */
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
