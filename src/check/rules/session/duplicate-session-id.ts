import type { Session } from '../../../model/state/session.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { madeBy } from './new-session.js';

export const duplicateSessionId = defineRule({
  id: 'session/duplicate-session-id',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'session/new must return an id that no other session has.',
  explanation:
    'Both sides tell sessions apart only by this id. If two sessions share one, the updates, permissions and files ' +
    'of two conversations are mixed up on both sides. Create ids that stay unique across restarts, such as UUIDs, ' +
    'because session/list still shows sessions of earlier runs.\n\n' +
    'Not reported: loading or resuming a session again; a list that named the new session before session/new was ' +
    'answered.',
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
  if (opened !== undefined) return 'another open session already has';
  // while the request was open, a list may have shown the very session that it creates
  return origin === 'listed' && seq < asked ? 'another session, which was listed or deleted, already has' : undefined;
}
