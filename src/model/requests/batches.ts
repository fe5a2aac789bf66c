import { INVALID_REQUEST, PARSE_ERROR } from '../../acp/methods/error-codes.js';
import { type Sender, otherOf } from '../../wire/frame.js';
import type { BatchMessage, ResponseMessage } from '../../wire/message.js';
import { noteBatchRead } from './bad-frames.js';
import type { Connection } from '../state/connection.js';
import type { OpenBatch } from '../state/exchange.js';
import { learnAnsweredBatch } from '../handshake/dialect.js';
import type { Moment } from '../state/moment.js';
import { keyOf, type RequestKey } from '../state/request-key.js';
import type { Line, Step } from '../state/step.js';

/** At most this many batches whose answer may still come are remembered; beyond that, the oldest are forgotten. */
const REMEMBERED = 20;

/** Bad frames that are answered with a parse error. */
const NOT_PARSED: ReadonlySet<string> = new Set(['transport/non-json-line', 'transport/invalid-utf8']);

/** Applies a batch to the state, after its entries. */
export function applyBatch(connection: Connection, { sender, seq, at }: Line, { messages }: BatchMessage): void {
  const answers = messages.filter((message) => message.kind === 'response');
  if (answers.length > 0) applyAnswers(connection, otherOf(sender), answers, { seq, at });
  const requests = messages.filter((message) => message.kind === 'request');
  const notifications = messages.filter(({ kind }) => kind === 'notification').length;
  if (answers.length > 0 && requests.length + notifications === 0) return;
  connection.batches.push({
    seq,
    at,
    sender,
    keys: new Set(requests.flatMap((request) => keyOf(request) ?? [])),
    size: messages.length,
    requests: requests.length,
    bad: messages.filter(({ kind }) => kind === 'malformed').length,
    answered: 0,
    replies: 0,
  });
  if (connection.batches.length > REMEMBERED) connection.batches.shift();
}

/** A response that comes on its own may answer a request from a batch. */
export function applySingleAnswer(connection: Connection, { key, receiver, batch }: Step): void {
  if (connection.batches.length === 0 || batch !== undefined) return;
  const asked = key === undefined ? undefined : batchWith(connection, receiver, key);
  if (asked === undefined || key === undefined) return;
  asked.replies += 1;
  takeAnswer(connection, asked, key);
}

function applyAnswers(
  connection: Connection,
  asker: Sender,
  answers: readonly ResponseMessage[],
  moment: Moment,
): void {
  const touched = new Set<OpenBatch>();
  for (const answer of answers) {
    const key = keyOf(answer);
    const asked = key === undefined ? undefined : batchWith(connection, asker, key);
    if (asked === undefined || key === undefined) continue;
    touched.add(asked);
    takeAnswer(connection, asked, key);
  }
  for (const asked of touched) {
    asked.replies += 1;
    noteBatchRead(connection, asked);
  }
  if (touched.size === 0) applyComplaints(connection, asker, answers);
  if (touched.size > 0 && connection.version === 2) learnAnsweredBatch(connection, moment);
}

/** An array of errors without id answers entries that are not messages. */
function applyComplaints(connection: Connection, asker: Sender, answers: readonly ResponseMessage[]): void {
  const asked = unansweredBatch(connection, asker);
  if (asked === undefined || answers.some(({ outcome, json }) => outcome.ok || (json['id'] ?? null) !== null)) return;
  asked.replies += 1;
}

function takeAnswer(connection: Connection, asked: OpenBatch, key: RequestKey): void {
  asked.keys.delete(key);
  asked.answered += 1;
  if (asked.keys.size === 0) connection.batches = connection.batches.filter((batch) => batch !== asked);
}

/** The batch that a request with this id came in, while it has no answer. */
export function batchWith(connection: Connection, asker: Sender, key: RequestKey): OpenBatch | undefined {
  return connection.batches.find(({ sender, keys }) => sender === asker && keys.has(key));
}

/** The oldest batch of a side that was not answered at all. */
export function unansweredBatch({ batches }: Connection, asker: Sender): OpenBatch | undefined {
  return batches.find(({ sender, replies }) => sender === asker && replies === 0);
}

/**
 * The batch that an error with id null refuses as a whole, like peers without batch support do; undefined if the error
 * is about another frame.
 */
export function rejectedBatch(connection: Connection, { receiver, error }: Step): OpenBatch | undefined {
  if (error?.code !== INVALID_REQUEST && error?.code !== PARSE_ERROR) return undefined;
  const batch = unansweredBatch(connection, receiver);
  if (batch === undefined || batch.size === 0) return undefined;
  const another = connection.wires[receiver].unnoticed.find(
    ({ isAnswerable, rule }) => isAnswerable && (error.code === PARSE_ERROR || !NOT_PARSED.has(rule)),
  );
  return another === undefined || another.seq === batch.seq ? batch : undefined;
}
