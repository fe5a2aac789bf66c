import { defineRule } from '../../engine/rule.js';

export const outsideTurn = defineRule({
  id: 'permission/outside-turn',
  severity: 'warning',
  versions: ['v1'],
  fault: 'agent',
  summary: 'Permission is asked while a prompt is being worked on.',
  explanation:
    'A turn begins with session/prompt and ends with its answer; tools run, and ask, in between. A dialog that opens ' +
    'outside of it belongs to nothing the user asked for, and session/cancel cannot end it. Answer the prompt after the ' +
    'last request. v2 allows it, for background work.',
  spec: 'v1/prompt-turn#5-tool-invocation-and-status-reporting',
  needsHistory: true,
  messages: {
    before: 'permission was asked before the first prompt of the session',
    after: 'permission was asked although no prompt was waiting for an answer',
  },
  on: ['request:session/request_permission'],
  inspect({ step, report }) {
    const { session, turn, isHistory } = step;
    // sessions that are not there, or were closed, are the matter of the session rules
    if (session === undefined || isHistory || turn !== undefined || session.state !== 'active') return;
    const last = session.closedTurns.at(-1);
    report(session.turns === 0 ? 'before' : 'after', { evidence: [last?.end] });
  },
});
