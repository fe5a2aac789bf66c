import { defineRule } from '../../engine/rule.js';

export const noOutput = defineRule({
  id: 'turn/no-output',
  severity: 'info',
  versions: ['v1'],
  fault: 'agent',
  summary: 'A turn that ends with end_turn has reported something.',
  explanation:
    'The user asked and sees nothing at all: often the model failed, or an error was swallowed. Say what happened in a ' +
    'message, answer with an error, or use the stop reason that fits. Not reported: slash commands, which may do their ' +
    'work in silence, other stop reasons, turns in which the user was asked, and prompts that overlap.',
  spec: 'v1/prompt-turn#3-agent-reports-output',
  messages: { silent: 'the turn ended with end_turn and nothing was reported in it' },
  on: ['turn-end'],
  inspect({ turnEnd, connection, report }) {
    const { turn, session, stopReason } = turnEnd;
    if (stopReason !== 'end_turn' || turn.updates > 0 || turn.permissions > 0 || turn.prompt?.command !== undefined)
      return;
    if (turn.cancel !== undefined || turn.closing !== undefined || turn.overlaps || session.open.length > 1) return;
    if (session.replay !== undefined || (connection.gap?.seq ?? -1) > turn.seq) return;
    report('silent', { evidence: [turn] });
  },
});
