import type { Session } from '../../../model/state/session.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { counted, quoted } from '../../engine/wording.js';

const REPLAY_MESSAGES = {
  missing: 'session {id} was loaded and nothing of its conversation was replayed',
  lost: 'session {id} was loaded and nothing of its conversation was replayed, though it had {turns} here',
} as const;

export const loadReplayMissing = defineRule({
  id: 'session/load-replay-missing',
  severity: 'info',
  versions: ['v1'],
  fault: 'agent',
  summary: 'session/load replays the whole conversation before it is answered.',
  explanation:
    'The client shows what the agent replays: without it the user sees an empty conversation that goes on in the middle. ' +
    'Send the history as session/update, then answer; an agent that cannot do so offers session/resume instead. An error ' +
    'where this recording shows that the session had a turn, else a hint: a session without a turn has nothing to ' +
    'replay. Not reported: history that comes late (session/replay-after-load-response).',
  spec: 'v1/session-setup#loading-a-session',
  messages: REPLAY_MESSAGES,
  on: ['turn-end', 'response:session/close', 'request:session/load', 'request:session/resume', 'end'],
  inspect(context) {
    // it is judged when history cannot come any more; a hole in the recording may have swallowed it
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
  // the turn that ends was going on when the session was loaded
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
