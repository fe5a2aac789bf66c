import type { Session } from '../../../model/state/session.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { madeBy } from './unknown-session.js';

export const duplicateSessionId = defineRule({
  id: 'session/duplicate-session-id',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'session/new returns an id that no other session has.',
  explanation:
    'Everything of a session is told apart by its id. With an id given twice the updates, permissions and files of two ' +
    'conversations run into one, on both sides. Make ids that are unique across restarts too, such as UUIDs: sessions ' +
    'of earlier runs still stand in session/list. Not reported: loading or resuming a session again, and a list that ' +
    'named the new session before session/new was answered.',
  spec: 'v1/session-setup#session-id',
  messages: { used: '{method} returned session id {id}, which {how} (frame {frame})' },
  on: ['response:session/new', 'response:session/fork'],
  inspect({ step, connection, report }) {
    const { sender, exchange, method = '' } = step;
    const id = madeBy(step);
    const known = id === undefined ? undefined : connection.sessions.get(id);
    if (sender !== 'agent' || exchange === undefined || known === undefined) return;
    const how = howUsed(known, exchange.seq);
    if (how === undefined) return;
    const since = known.opened ?? known;
    const data = { method, id: quoted(known.id), how, frame: since.seq };
    report('used', { data, evidence: [since], sessionId: known.id, turn: undefined });
  },
});

function howUsed({ origin, seq, opened }: Session, asked: number): string | undefined {
  if (opened !== undefined) return 'is that of a session that is known already';
  // while the request was open, a list may have shown the very session that it makes
  return origin === 'listed' && seq < asked ? 'is that of another session, which was listed or deleted' : undefined;
}

export const updateBeforeNewResponse = defineRule({
  id: 'session/update-before-new-response',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'Updates of a new session come after the answer that makes it.',
  explanation:
    'The client learns the sessionId from the answer to session/new. Updates that come before it name a session that it ' +
    'does not know yet: it has to keep them, and many clients drop them, so that for instance slash commands never show. ' +
    'Answer first, then send. The newer draft of v2 allows both orders.',
  spec: 'v1/session-setup#creating-a-session',
  messages: { early: 'an update of session {id} came before the {method} response that makes it (frame {frame})' },
  on: ['response:session/new', 'response:session/fork'],
  inspect({ step, connection, report }) {
    const { sender, seq, at, method = '' } = step;
    const id = madeBy(step);
    const made = id === undefined ? undefined : connection.sessions.get(id);
    // content that comes so early is the graver fault: turn/update-outside-turn
    if (sender !== 'agent' || made?.state !== 'early' || (step.version === 1 && hasContent(made))) return;
    report('early', {
      data: { id: quoted(made.id), method, frame: seq },
      at: made,
      evidence: [{ seq, at }],
      sessionId: made.id,
      turn: undefined,
      dialects: { v2b: 'off' },
    });
  },
});

/** Whether messages, tool calls or plans were shown in a session. */
export function hasContent({ messages, toolCalls, plans }: Session): boolean {
  return messages.lastIds.size > 0 || messages.known.size > 0 || toolCalls.size > 0 || plans.size > 0;
}
