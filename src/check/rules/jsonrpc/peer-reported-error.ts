import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const peerReportedError = defineRule({
  id: 'jsonrpc/peer-reported-error',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  needsHistory: true,
  summary: 'An error with id null should come only after a broken frame.',
  explanation:
    'Such an error says that a frame was unreadable or not a message. But Turntable could read every frame of the ' +
    'other side. So either the sender of the error cannot read a valid frame, or it left out the id of the request ' +
    'it refuses. In the second case that request is never answered.\n\n' +
    'Not reported: an error after a broken frame; the violation at that frame says what is wrong.',
  spec: 'https://www.jsonrpc.org/specification#response_object',
  messages: { complaint: 'error {code} ({text}) came without an id, but no frame of the {receiver} is broken' },
  on: ['response if unmatched'],
  inspect({ step, connection, hasReported, report }) {
    const { match, message, error, receiver } = step;
    if (match !== 'no-id' || message.kind !== 'response' || error === undefined) return;
    if (REPORTED_BETTER.some(hasReported)) return;
    const { unnoticed, last } = connection.wires[receiver];
    if (unnoticed.length > 0) return;
    const data = { code: error.code ?? 'without code', text: quoted(error.message), receiver };
    report('complaint', { data, severity: connection.gap === undefined ? 'warning' : 'info', evidence: [last] });
  },
});

const REPORTED_BETTER = ['jsonrpc/response-to-notification', 'jsonrpc/malformed-error', 'transport/batch-reply-shape'];
