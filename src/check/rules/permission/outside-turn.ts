import { defineRule } from '../../engine/rule.js';

export const outsideTurn = defineRule({
  id: 'permission/outside-turn',
  severity: 'warning',
  versions: ['v1'],
  fault: 'agent',
  summary: 'In v1 permission should be requested only during a turn.',
  explanation:
    'A turn begins with session/prompt and ends with its answer; tools run and ask in between. A dialog outside a ' +
    'turn has nothing to do with what the user asked for, and session/cancel cannot close it. Answer the prompt ' +
    'only after the last request. v2 allows it for background work.',
  spec: 'v1/prompt-turn#5-tool-invocation-and-status-reporting',
  needsHistory: true,
  messages: {
    before: 'the agent requested permission before the first prompt of the session',
    after: 'the agent requested permission while no prompt was open',
  },
  on: ['request:session/request_permission'],
  inspect({ step, hasReported, report }) {
    const { session, turn, isHistory } = step;
    // the call of another session says more
    if (hasReported('permission/unknown-tool-call')) return;
    // unknown and closed sessions are checked by the session rules
    if (session === undefined || isHistory || turn !== undefined || session.state !== 'active') return;
    const last = session.closedTurns.at(-1);
    report(session.turns === 0 ? 'before' : 'after', { evidence: [last?.end] });
  },
});
