import { batchWith, rejectedBatch, unansweredBatch } from '../../../model/requests/batches.js';
import type { OpenBatch } from '../../../model/state/exchange.js';
import { keyOf, type RequestKey } from '../../../model/state/request-key.js';
import type { ResponseMessage } from '../../../wire/message.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { counted } from '../../engine/wording.js';
import { entriesOf } from './batches.js';

const MESSAGES = {
  emptyReply: 'a batch of notifications was answered with an empty array; it gets no reply',
  errorReply: 'a batch of notifications was answered with an error; it gets no reply',
  array: 'an empty batch was answered with an array; it gets one error object whose id is null',
  twice: 'an empty batch was answered more than once; it gets one error object whose id is null',
  single: 'a request of a batch was answered by itself; its {requests} are answered in one array',
  partial: 'the array answers {answered} of the {requests} of a batch; it has to answer all of them',
  split: 'a second array answers the rest of a batch; its {requests} are answered in one',
  merged: 'the array answers {count} batches; each gets an array of its own',
  bad: 'the array says nothing about {entries} of the batch that {are} no message; each gets an error whose id is null',
  unsupported: 'the batch was refused as a whole: the {sender} does not support batches',
} as const;

type BatchContext = Context<typeof MESSAGES>;

export const batchReplyShape = defineRule({
  id: 'transport/batch-reply-shape',
  severity: 'error',
  versions: ['v2a'],
  fault: 'sender',
  summary: 'A batch is answered with one array with a response for each request, one without requests not at all.',
  explanation:
    'Who sent a batch waits for one array. A response that comes by itself or in a second array is missed, and so is ' +
    'one that is left out. A batch of notifications gets no reply, not even an empty array; an empty array gets one ' +
    'error object, not an array. Entries that are no messages get an error with id null in the array. Order in the ' +
    'array is free. One error with id null for the whole batch is how peers answer that read no batches: an info.',
  spec: 'https://www.jsonrpc.org/specification#batch',
  messages: MESSAGES,
  on: ['batch', 'response'],
  inspect(context) {
    const { step, lineMessage } = context;
    if (lineMessage.kind !== 'batch') inspectSingle(context);
    // the entries of an array are responses too: it is looked at once, as a whole
    else if (step.message.kind === 'malformed') inspectArray(context);
  },
});

function inspectArray(context: BatchContext): void {
  const { step, connection, lineMessage, report } = context;
  const entries = entriesOf(lineMessage);
  const answers = entries.filter((entry) => entry.kind === 'response');
  const open = unansweredBatch(connection, step.receiver);
  if (entries.length === 0) {
    if (open !== undefined && isOnlyNotified(open) && isRecent(context, open)) {
      report('emptyReply', { evidence: [open] });
    }
    return;
  }
  const byBatch = new Map<OpenBatch, RequestKey[]>();
  for (const answer of answers) {
    const key = keyOf(answer);
    const batch = key === undefined ? undefined : batchWith(connection, step.receiver, key);
    if (batch !== undefined && key !== undefined) byBatch.set(batch, [...(byBatch.get(batch) ?? []), key]);
  }
  if (byBatch.size > 1) report('merged', { data: { count: byBatch.size }, severity: 'warning' });
  for (const [batch, keys] of byBatch) inspectAnswers(context, batch, { keys, answers });
  if (byBatch.size > 0 || answers.length < entries.length || !answers.every(isWithoutId) || open === undefined) return;
  if (open.size === 0) report('array', { evidence: [open] });
  else if (isOnlyNotified(open) && isRecent(context, open)) {
    report('errorReply', { evidence: [open] });
  }
}

interface Answers {
  /** Of the requests of the batch that are answered. */
  readonly keys: readonly RequestKey[];
  /** All that is in the array. */
  readonly answers: readonly ResponseMessage[];
}

function inspectAnswers({ report }: BatchContext, batch: OpenBatch, { keys, answers }: Answers): void {
  const details = { severity: 'warning', evidence: [batch], once: String(batch.seq) } as const;
  const requests = counted(batch.requests, 'request');
  const errors = answers.length - keys.length;
  if (batch.replies > 0) report('split', { ...details, data: { requests } });
  else if (keys.length < batch.keys.size) report('partial', { ...details, data: { answered: keys.length, requests } });
  else if (errors < batch.bad) {
    const missing = batch.bad - errors;
    const entries = `${missing} ${missing === 1 ? 'entry' : 'entries'}`;
    report('bad', { ...details, data: { entries, are: missing === 1 ? 'is' : 'are' } });
  }
}

function inspectSingle(context: BatchContext): void {
  const { step, connection, report } = context;
  const { key, receiver, sender } = step;
  const asked = key === undefined ? undefined : batchWith(connection, receiver, key);
  if (asked !== undefined) {
    const data = { requests: counted(asked.requests, 'request') };
    report('single', { data, severity: 'warning', evidence: [asked], once: String(asked.seq) });
    return;
  }
  if (step.match !== 'no-id' || step.error === undefined) return;
  const rejected = rejectedBatch(connection, step);
  if (rejected !== undefined) {
    report('unsupported', { data: { sender }, evidence: [rejected], dialects: { v2a: 'info', v2b: 'off' } });
    return;
  }
  const { unnoticed } = connection.wires[receiver];
  const open = unansweredBatch(connection, receiver);
  if (open !== undefined && open.size > 0) {
    const isAnother = unnoticed.some(({ isAnswerable, seq }) => isAnswerable && seq !== open.seq);
    if (isOnlyNotified(open) && isRecent(context, open) && !isAnother) {
      report('errorReply', { evidence: [open] });
    }
    return;
  }
  const empty = connection.batches.findLast((batch) => batch.sender === receiver && batch.size === 0);
  if (empty === undefined || empty.replies === 0 || !isRecent(context, empty)) return;
  if (!unnoticed.some(({ isAnswerable }) => isAnswerable)) report('twice', { evidence: [empty] });
}

/** Whether a batch holds nothing but notifications. */
function isOnlyNotified({ size, requests, bad }: OpenBatch): boolean {
  return size > 0 && requests === 0 && bad === 0;
}

/** What comes much later has another cause. */
function isRecent({ step, thresholds }: BatchContext, batch: OpenBatch): boolean {
  return step.at - batch.at <= thresholds.reply;
}

function isWithoutId({ outcome, json }: ResponseMessage): boolean {
  return !outcome.ok && (json['id'] ?? null) === null;
}
