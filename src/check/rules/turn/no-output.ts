import { defineRule } from '../../engine/rule.js';

export const noOutput = defineRule({
  id: 'turn/no-output',
  severity: 'info',
  versions: ['v1'],
  fault: 'agent',
  summary: 'A turn that ends with end_turn should have reported something.',
  explanation:
    'The user asked something and sees nothing at all. Often the model failed, or an error was swallowed. Say what ' +
    'happened in a message, answer with an error, or use the right stop reason. A title, usage or a list of commands is not ' +
    'output.\n\n' +
    'Not reported: slash commands, which may work silently; other stop reasons; turns in which the user was asked ' +
    'something; prompts that overlap.',
  spec: 'v1/prompt-turn#3-agent-reports-output',
  messages: { silent: 'the turn ended with end_turn, but the agent reported nothing in it' },
  on: ['turn-end'],
  inspect({ turnEnd, connection, report }) {
    const { turn, session, stopReason } = turnEnd;
    const isSilent = turn.updates === turn.sessionUpdates && turn.permissions === 0;
    if (stopReason !== 'end_turn' || !isSilent || turn.prompt?.command !== undefined) return;
    if (turn.cancel !== undefined || turn.closing !== undefined || turn.overlaps || session.open.length > 1) return;
    if (session.replay !== undefined || (connection.gap?.seq ?? -1) > turn.seq) return;
    report('silent', { evidence: [turn] });
  },
});
