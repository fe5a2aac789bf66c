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
  summary: '$/cancel_request names a request of its own sender that is not answered yet.',
  explanation:
    "Each side numbers its own requests: the id of the other side's request means another request here, or none, and " +
    'nothing is cancelled. To stop a request of the other side, answer it. A warning where the sender never made the ' +
    'request, or wrote its id as another JSON type; a hint where the request was answered, which may have crossed.',
  spec: 'v1/cancellation',
  needsHistory: true,
  messages: {
    unknown: '$/cancel_request names id {id}, which the {sender} never used for a request',
    other: '$/cancel_request names id {id}, which is a request of the other side ({method}); ids are of their sender',
    type: '$/cancel_request names id {id}; the open request ({method}) has this id as another JSON type',
    answered: '$/cancel_request names id {id}, which was answered already',
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

/** Who is given less time than this before the connection ends may have had none. */
const TIME_TO_ANSWER = 1_000;

export const requestUnanswered = defineRule({
  id: 'cancel/request-unanswered',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'receiver',
  summary: 'A request that $/cancel_request names is answered all the same.',
  explanation:
    'Who cancels a request still waits for its answer: a result, even a partial one, or error -32800. Without it the ' +
    'request stays open on the other side for good, and what waits for it hangs. Answer when the work has stopped. ' +
    'Only an info for requests that were cancelled less than a second before the end. Not reported: prompts of v1, whose ' +
    'missing answer is eos/turn-never-answered.',
  spec: 'v1/cancellation',
  messages: { open: '{method} (frame {frame}) was cancelled by $/cancel_request and never answered' },
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

/** Whether it has to be answered, as far as the recording shows. */
function isOwed({ version, gap }: Connection, { seq, method, needsNoAnswer }: Exchange): boolean {
  if (needsNoAnswer || (version === 1 && method === 'session/prompt')) return false;
  return gap === undefined || gap.seq < seq;
}

function hadTime(connection: Connection, { sender, cancelRequested }: Exchange): boolean {
  const end = endOf(connection, otherOf(sender));
  return end === undefined || cancelRequested === undefined || end - cancelRequested.at >= TIME_TO_ANSWER;
}

/** When one side could say nothing more. */
function endOf({ ending }: Connection, sender: Sender): number | undefined {
  const ends = sender === 'client' ? [ending.clientEof, ending.exit] : [ending.agentEof, ending.exit, ending.clientEof];
  const times = ends.flatMap((moment) => (moment === undefined ? [] : [moment.at]));
  return times.length === 0 ? undefined : Math.min(...times);
}
