import { otherOf } from '../../../wire/frame.js';
import { defineRule } from '../../engine/rule.js';

export const badFrameUnanswered = defineRule({
  id: 'jsonrpc/bad-frame-unanswered',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'receiver',
  summary: 'A frame that cannot be read is answered with an error whose id is null.',
  explanation:
    'JSON-RPC expects -32700 for what is no JSON and -32600 for what is no message, so that the other side learns of ' +
    'it. ACP does not ask for it, and implementations differ: the frame disappeared without a word. Reported once for ' +
    'each side. Not reported: broken responses, which get no answer; what an agent prints before it answers initialize.',
  spec: 'https://www.jsonrpc.org/specification#error_object',
  messages: { silent: 'the {receiver} did not say that it could not read this frame' },
  on: ['message if unnoticed', 'end'],
  inspect({ connection, badFrames: { unnoticed }, now, thresholds, hasRealTimes, report }) {
    if (!hasRealTimes || (unnoticed.client.length === 0 && unnoticed.agent.length === 0)) return;
    for (const sender of ['client', 'agent'] as const) {
      const bad = unnoticed[sender].find(({ isAnswerable }) => isAnswerable);
      if (bad === undefined || now.at - bad.at <= thresholds.reply) continue;
      const { answer } = connection.initialization;
      if (sender === 'agent' && (answer === undefined || answer.seq > bad.seq)) continue;
      const receiver = otherOf(sender);
      const place = { at: bad, fault: receiver, sessionId: undefined, turn: undefined };
      report('silent', { ...place, data: { receiver }, once: sender });
    }
  },
});
