import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const peerReportedError = defineRule({
  id: 'jsonrpc/peer-reported-error',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  needsHistory: true,
  summary: 'An error with id null answers a frame that is broken.',
  explanation:
    'It says that a frame could not be read, or was no message. Here all frames of the other side could be, so either ' +
    'its sender has a fault in reading, or it forgot the id of the request that it refuses: then that request is never ' +
    'answered. Not reported: an error that follows a broken frame, whose own violation says what is wrong.',
  spec: 'https://www.jsonrpc.org/specification#response_object',
  messages: { complaint: 'error {code} ({text}) without an id, but no frame of the {receiver} is broken' },
  on: ['response if unmatched'],
  inspect({ step, connection, badFrames, hasReported, report }) {
    const { match, message, error, receiver } = step;
    if (match !== 'no-id' || message.kind !== 'response' || error === undefined) return;
    if (REPORTED_BETTER.some(hasReported)) return;
    if (badFrames.unnoticed[receiver].length > 0) return;
    const { last } = connection.wires[receiver];
    const data = { code: error.code ?? 'without code', text: quoted(error.message), receiver };
    report('complaint', { data, severity: connection.gap === undefined ? 'warning' : 'info', evidence: [last] });
  },
});

const REPORTED_BETTER = ['jsonrpc/response-to-notification', 'jsonrpc/malformed-error', 'transport/batch-reply-shape'];
