import { wasAnswered } from '../../../model/requests/answered-ids.js';
import type { Connection } from '../../../model/state/connection.js';
import type { Exchange } from '../../../model/state/exchange.js';
import { coerced, keyOfValue } from '../../../model/state/request-key.js';
import { otherOf, type Sender } from '../../../wire/frame.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const requestUnknownId = defineRule({
  id: 'cancel/request-unknown-id',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: '$/cancel_request should name a pending request of its sender.',
  explanation:
    "Each side numbers its own requests. If you send the id of the other side's request, it names another request " +
    'of yours, or none, and nothing is cancelled. To stop a request of the other side, answer it.\n\n' +
    'A warning if the sender never made such a request, or wrote the id as another JSON type. Only an info if the ' +
    'request was already answered, because the two may have crossed.',
  spec: 'v1/cancellation',
  needsHistory: true,
  messages: {
    unknown: '$/cancel_request names id {id}, but the {sender} never sent a request with that id',
    other:
      "$/cancel_request names id {id}, which is a request of the other side ({method}); it must name one of the sender's own",
    type: '$/cancel_request names id {id}, but the id of the pending {method} has another JSON type',
    answered: '$/cancel_request names id {id}, which was already answered',
  },
  on: ['notification:$/cancel_request'],
  inspect({ step, connection, report }) {
    const { sender, params } = step;
    const id = params?.['requestId'];
    if (typeof id !== 'string' && typeof id !== 'number') return;
    const key = keyOfValue(id);
    const { pending, answered, broken } = connection.requests[sender];
    if (pending.has(key) || broken.has(key)) return;
    const data = { id: quoted(id) };
    const meant = pending.get(coerced(key));
    if (meant !== undefined) {
      report('type', { data: { ...data, method: meant.method }, severity: 'warning', evidence: [meant] });
    } else if (wasAnswered(answered, key)) {
      const place = answered.places.get(key);
      report('answered', { data, evidence: place === undefined ? [] : [{ seq: place, at: step.at }] });
    } else {
      const theirs = connection.requests[otherOf(sender)].pending.get(key);
      if (theirs === undefined) report('unknown', { data: { ...data, sender }, severity: 'warning' });
      else report('other', { data: { ...data, method: theirs.method }, severity: 'warning', evidence: [theirs] });
    }
  },
});

/** With less time than this before the connection ended, the other side may have had no chance to answer, in ms. */
const TIME_TO_ANSWER = 1_000;

export const requestUnanswered = defineRule({
  id: 'cancel/request-unanswered',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'receiver',
  summary: 'A request cancelled by $/cancel_request should still be answered.',
  explanation:
    'The side that cancels a request still waits for an answer: a result, even a partial one, or error -32800. ' +
    'Without one the request stays open, and whatever waits for it hangs. Answer as soon as the work has stopped.\n\n' +
    'Only an info for requests cancelled less than a second before the end. Not reported: prompts in v1, whose ' +
    'missing answer is eos/turn-never-answered.',
  spec: 'v1/cancellation',
  messages: { open: '{method} (frame {frame}) was cancelled with $/cancel_request but never answered' },
  on: ['end'],
  inspect({ connection, report }) {
    for (const sender of ['client', 'agent'] as const) {
      for (const exchange of connection.requests[sender].pending.values()) {
        const { cancelRequested, method, seq } = exchange;
        if (cancelRequested === undefined || !isOwed(connection, exchange)) continue;
        report('open', {
          data: { method, frame: seq },
          at: cancelRequested,
          evidence: [exchange],
          fault: otherOf(sender),
          sessionId: exchange.sessionId,
          turn: exchange.turn,
          ...(!hadTime(connection, exchange) && { severity: 'info' }),
        });
      }
    }
  },
});

/** Whether the request must be answered, as far as the recording shows. */
function isOwed({ version, gap }: Connection, { seq, method, needsNoAnswer }: Exchange): boolean {
  if (needsNoAnswer || (version === 1 && method === 'session/prompt')) return false;
  return gap === undefined || gap.seq < seq;
}

function hadTime(connection: Connection, { sender, cancelRequested }: Exchange): boolean {
  const end = endOf(connection, otherOf(sender));
  return end === undefined || cancelRequested === undefined || end - cancelRequested.at >= TIME_TO_ANSWER;
}

/** When a side could send nothing more. */
function endOf({ ending }: Connection, sender: Sender): number | undefined {
  const ends = sender === 'client' ? [ending.clientEof, ending.exit] : [ending.agentEof, ending.exit, ending.clientEof];
  const times = ends.flatMap((moment) => (moment === undefined ? [] : [moment.at]));
  return times.length === 0 ? undefined : Math.min(...times);
}
