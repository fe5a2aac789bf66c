import { isBrokenWithin } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';

export const userMessageInLiveTurn = defineRule({
  id: 'turn/user-message-in-live-turn',
  severity: 'info',
  versions: ['v1'],
  fault: 'agent',
  summary: 'In v1 user messages should be sent only in a replay.',
  explanation:
    "The client shows the user's message as soon as it is sent. An echo in the turn appears as a second message in " +
    'many clients. Leave it out in v1 (v2 requires it), and send user_message_chunk only to replay history for ' +
    'session/load.\n\n' +
    'Only an info, because it is legal, and some agents show hooks and prompts of subagents in this way. Reported ' +
    'once per turn.',
  spec: 'v1/session-setup#loading-a-session',
  messages: { echo: 'a user_message_chunk came in a live turn; v1 clients show the prompt themselves' },
  on: ['update:user_message_chunk'],
  inspect({ step, shapes, report }) {
    const { sender, session, turn, isHistory } = step;
    // a broken update may be history: its text cannot be compared
    if (isBrokenWithin(shapes, 'update')) return;
    if (sender !== 'agent' || session === undefined || turn === undefined || isHistory) return;
    report('echo', { evidence: [turn], once: `${session.id} ${turn.number}` });
  },
});
