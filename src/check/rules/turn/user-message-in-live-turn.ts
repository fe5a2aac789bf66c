import { isBrokenWithin } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';

export const userMessageInLiveTurn = defineRule({
  id: 'turn/user-message-in-live-turn',
  severity: 'info',
  versions: ['v1'],
  fault: 'agent',
  summary: 'In v1 user messages are replayed by session/load, and not sent in a live turn.',
  explanation:
    'The client shows what its user wrote at once; an echo in the turn shows up as a second message in many clients. Leave ' +
    'it out in v1 (v2 wants it). It is legal, and some agents show hooks and prompts of subagents so. Reported once for ' +
    'a turn.',
  spec: 'v1/session-setup#loading-a-session',
  messages: { echo: 'a user_message_chunk came in a live turn' },
  on: ['update:user_message_chunk'],
  inspect({ step, shapes, report }) {
    const { sender, session, turn, isHistory } = step;
    // without its text it may be history
    if (isBrokenWithin(shapes, 'update')) return;
    if (sender !== 'agent' || session === undefined || turn === undefined || isHistory) return;
    report('echo', { evidence: [turn], once: `${session.id} ${turn.number}` });
  },
});
