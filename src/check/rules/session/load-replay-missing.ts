import type { Session } from '../../../model/state/session.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { counted, quoted } from '../../engine/wording.js';

const REPLAY_MESSAGES = {
  missing: 'session {id} was loaded, but nothing of its conversation was replayed',
  lost: 'session {id} was loaded, but nothing of its conversation was replayed, although it had {turns} on this connection',
} as const;

export const loadReplayMissing = defineRule({
  id: 'session/load-replay-missing',
  severity: 'info',
  versions: ['v1'],
  fault: 'agent',
  summary: 'session/load should replay the whole conversation before it is answered.',
  explanation:
    'The client shows what the agent replays. Without a replay the user sees an empty conversation that continues ' +
    'in the middle. Send the history as session/update, then answer. An agent that cannot do this should offer ' +
    'session/resume instead.\n\n' +
    'An error if this recording shows that the session had a turn; otherwise only an info, because a session ' +
    'without a turn has nothing to replay. Not reported: a session that was created on this ' +
    'connection and never had a prompt; history that comes late (session/replay-after-load-response).',
  spec: 'v1/session-setup#loading-a-session',
  messages: REPLAY_MESSAGES,
  on: ['turn-end', 'response:session/close', 'request:session/load', 'request:session/resume', 'end'],
  inspect(context) {
    // judged once no more history can come; if the recording has a gap, the history may be in it
    const { isEnd, connection } = context;
    if (connection.gap !== undefined) return;
    if (isEnd) for (const session of connection.sessions.values()) judgeReplay(context, session);
    else if (context.step.session !== undefined) judgeReplay(context, context.step.session);
  },
});

function judgeReplay(context: Context<typeof REPLAY_MESSAGES>, session: Session): void {
  const { report } = context;
  const { id, restored, closedTurns, open } = session;
  if (restored?.method !== 'session/load' || restored.contents > 0) return;
  // created here and never prompted: there is nothing to replay
  if (restored.turns === 0 && context.knows(session)) return;
  // the turn that ends was already open when the session was loaded
  const isTurnEnd = !context.isEnd && context.step.exchange?.method === 'session/prompt';
  if (isTurnEnd && open.every(({ seq }) => seq < restored.seq)) return;
  const turns = closedTurns.filter(({ end, how, updates }) => end.seq < restored.seq && how === 'stop' && updates > 0);
  const place = { at: restored, once: `${id} ${restored.seq}`, sessionId: id, turn: undefined };
  const data = { id: quoted(id) };
  if (turns.length === 0) report('missing', { data, ...place });
  else {
    const evidence = turns.slice(-3).map(({ end }) => end);
    report('lost', { data: { ...data, turns: counted(turns.length, 'turn') }, ...place, severity: 'error', evidence });
  }
}
