import { objectOf, textOf } from '../../../model/json-access.js';
import type { Session } from '../../../model/state/session.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { counted, quoted } from '../../engine/wording.js';

export const resumeWithoutState = defineRule({
  id: 'v2/resume-without-state',
  severity: 'error',
  versions: ['v2b'],
  fault: 'agent',
  summary: 'session/resume is answered after a state_update that says what the session is doing.',
  explanation:
    'The session may be at work when a client comes back to it, and the answer alone does not say so. Without the state ' +
    'the client shows an idle session that is busy, or waits for an idle that never comes. Send what is replayed first, ' +
    'then the state_update, then the answer. The older draft of v2 does not ask for it.',
  spec: 'v2/session-setup#current-state-synchronization',
  messages: {
    missing: 'session {id} was resumed without a state_update before the answer',
    early: '{updates} of history came after the state_update that has to follow the history',
  },
  on: ['response:session/resume'],
  inspect({ step, report }) {
    const { sender, session, exchange, error } = step;
    const replay = session?.replay;
    if (sender !== 'agent' || session === undefined || replay === undefined || error !== undefined) return;
    if (replay.state === undefined) {
      report('missing', { data: { id: quoted(session.id) }, evidence: [exchange] });
      return;
    }
    const isHistory = replay.replays && replay.state === 'idle' && !replay.duringWork && replay.complete === undefined;
    if (!isHistory || replay.contentsAfterState === 0 || (session.foreground.background?.size ?? 0) > 0) return;
    report('early', { data: { updates: counted(replay.contentsAfterState, 'update') }, evidence: [exchange] });
  },
});

const REPLAY_MESSAGES = {
  missing: 'session {id} was resumed with replayFrom "start" and nothing of its conversation was replayed',
} as const;

export const replayMissing = defineRule({
  id: 'v2/replay-missing',
  severity: 'info',
  versions: ['v2'],
  fault: 'agent',
  summary: 'session/resume with replayFrom "start" replays the conversation before it is answered.',
  explanation:
    'The client shows what the agent replays: without it the user sees an empty conversation that goes on in the middle. ' +
    'Only a hint, since an agent replays what it kept, which may be nothing. Stands at the answer, and is told when ' +
    'nothing can come any more. Not reported: sessions that never had a prompt, and history that comes late ' +
    '(v2/replay-after-resume-response).',
  spec: 'v2/session-setup#resuming-sessions',
  messages: REPLAY_MESSAGES,
  on: ['request:session/prompt', 'request:session/close', 'request:session/resume', 'end'],
  inspect(context) {
    const { step, isEnd, connection } = context;
    if (connection.gap !== undefined) return;
    if (isEnd) for (const session of connection.sessions.values()) judgeReplay(context, session);
    else if (step.session !== undefined && !step.isHistory) judgeReplay(context, step.session);
  },
});

function judgeReplay({ report, knows }: Context<typeof REPLAY_MESSAGES>, session: Session): void {
  const { id, restored, turns } = session;
  if (restored?.method !== 'session/resume' || restored.cursor !== 'start' || restored.contents > 0) return;
  if (knows(session) && turns === 0) return;
  report('missing', {
    data: { id: quoted(id) },
    at: restored,
    once: `${id} ${restored.seq}`,
    sessionId: id,
    turn: undefined,
  });
}

export const replayCursorAccepted = defineRule({
  id: 'v2/replay-cursor-accepted',
  severity: 'warning',
  versions: ['v2'],
  fault: 'agent',
  summary: 'A kind of replay that the agent does not know is refused with error -32602.',
  explanation:
    'The client asked for the history from a certain place and puts what it gets after what it has: with another place, ' +
    'or without a replay, parts stand there twice or are missing. Refuse what is not "start" with -32602, and the client ' +
    'asks for something else. Not reported: kinds that begin with an underscore, which the agent may know.',
  spec: 'v2/session-setup#resuming-sessions',
  messages: { accepted: 'session/resume with replayFrom {found} succeeded; the protocol knows only "start"' },
  on: ['response:session/resume'],
  inspect({ step, report }) {
    const { sender, exchange, error, params } = step;
    const cursor = textOf(objectOf(params?.['replayFrom'])?.['type']);
    if (sender !== 'agent' || exchange === undefined || error !== undefined || cursor === undefined) return;
    if (cursor === 'start' || cursor.startsWith('_')) return;
    report('accepted', { data: { found: quoted(cursor) }, evidence: [exchange] });
  },
});
