import { otherOf } from '../../../wire/frame.js';
import { defineRule } from '../../engine/rule.js';

export const badFrameUnanswered = defineRule({
  id: 'jsonrpc/bad-frame-unanswered',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'receiver',
  summary: 'An unreadable frame should be answered with an error whose id is null.',
  explanation:
    'JSON-RPC expects -32700 for a frame that is not JSON, and -32600 for one that is not a message, so that the ' +
    'other side learns about it. ACP does not require this, and implementations differ. Here the frame was silently ' +
    'ignored.\n\n' +
    'Reported once per side. Not reported: broken responses, which get no answer; output of an agent before it ' +
    'answers initialize.',
  spec: 'https://www.jsonrpc.org/specification#error_object',
  messages: { silent: 'the {receiver} did not report that it could not read this frame' },
  on: ['message if unnoticed', 'end'],
  inspect({ connection, now, thresholds, hasRealTimes, report }) {
    const { client, agent } = connection.wires;
    if (!hasRealTimes || (client.unnoticed.length === 0 && agent.unnoticed.length === 0)) return;
    for (const sender of ['client', 'agent'] as const) {
      const bad = connection.wires[sender].unnoticed.find(({ isAnswerable }) => isAnswerable);
      if (bad === undefined || now.at - bad.at <= thresholds.reply) continue;
      const { answer } = connection.initialization;
      if (sender === 'agent' && (answer === undefined || answer.seq > bad.seq)) continue;
      const receiver = otherOf(sender);
      const place = { at: bad, fault: receiver, sessionId: undefined, turn: undefined };
      report('silent', { ...place, data: { receiver }, once: sender });
    }
  },
});
