import { INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND } from '../../../acp/methods/error-codes.js';
import { otherOf } from '../../../wire/frame.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

/** Errors about a method or its params: who sends one has read the message. */
const ABOUT_A_CALL: ReadonlySet<number | undefined> = new Set([METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL_ERROR]);

export const responseToNotification = defineRule({
  id: 'jsonrpc/response-to-notification',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A notification gets no response, not even an error.',
  explanation:
    'Who sends a notification waits for nothing: a response without an id, or with id null, belongs to nothing, and ' +
    'readers take it for a broken message. Answer only what has an id; what a notification cannot do is a matter for ' +
    'the log. Not reported: -32700 and -32600 with id null, which answer what could not be read; an error that ' +
    'follows a frame that was reported as broken.',
  spec: 'https://www.jsonrpc.org/specification#notification',
  messages: {
    result: 'a result without an id answers no request{after}',
    error: 'error {code} ({text}) without an id answers {method}, which is a notification',
  },
  on: ['response if unmatched'],
  inspect({ step, connection, thresholds, hasReported, report }) {
    const { match, message, error, receiver, at } = step;
    if (match !== 'no-id' || message.kind !== 'response' || hasReported('transport/batch-reply-shape')) return;
    const { lastNotification, unnoticed } = connection.wires[receiver];
    if (message.outcome.ok) {
      const after = lastNotification === undefined ? '' : `; notifications as ${lastNotification.method} get none`;
      // a request whose id is null may have come before the recording began
      const severity = connection.fromStart && connection.gap === undefined ? 'error' : 'info';
      report('result', { data: { after }, severity, evidence: [lastNotification] });
      return;
    }
    if (lastNotification === undefined || at - lastNotification.at > thresholds.reply) return;
    if (!ABOUT_A_CALL.has(error?.code) || unnoticed.some(({ seq }) => seq >= lastNotification.seq)) return;
    const data = { code: error?.code ?? '', text: quoted(error?.message), method: lastNotification.method };
    report('error', { data, evidence: [lastNotification] });
  },
});

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
