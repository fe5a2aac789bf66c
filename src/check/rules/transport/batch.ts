import { objectOf } from '../../../model/json-access.js';
import { batchWith, rejectedBatch, unansweredBatch } from '../../../model/requests/batches.js';
import type { Connection } from '../../../model/state/connection.js';
import type { OpenBatch } from '../../../model/state/exchange.js';
import { keyOf, type RequestKey } from '../../../model/state/request-key.js';
import { otherOf, type Sender } from '../../../wire/frame.js';
import { isJsonObject, type JsonValue } from '../../../wire/json-text.js';
import type { ResponseMessage, SingleMessage } from '../../../wire/message.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { counted, enumerated, quoted } from '../../engine/wording.js';
import { entriesOf } from './batch-entries.js';

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
  const { step, connection, badFrames, report } = context;
  const { key, receiver, sender } = step;
  const asked = key === undefined ? undefined : batchWith(connection, receiver, key);
  if (asked !== undefined) {
    const data = { requests: counted(asked.requests, 'request') };
    report('single', { data, severity: 'warning', evidence: [asked], once: String(asked.seq) });
    return;
  }
  if (step.match !== 'no-id' || step.error === undefined) return;
  const rejected = rejectedBatch(connection, step, badFrames);
  if (rejected !== undefined) {
    report('unsupported', { data: { sender }, evidence: [rejected], dialects: { v2a: 'info', v2b: 'off' } });
    return;
  }
  const unnoticed = badFrames.unnoticed[receiver];
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

export const batchNotAllowed = defineRule({
  id: 'transport/batch-not-allowed',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Messages are sent one by one, not in an array.',
  explanation:
    'v1 and the current draft of v2 have no JSON-RPC batches: peers answer an array with one "invalid request" and ' +
    'look at nothing in it, so its requests are never answered. Send each message on a line of its own. An earlier ' +
    'draft of v2 had batches: where that one is spoken, nothing is reported, and a warning where it is not known which ' +
    'one is. Not reported: an array that answers one, the fault is that of who began.',
  spec: 'v1/transports',
  messages: { array: 'an array of {messages} was sent; each message has to stand on a line of its own' },
  on: ['batch'],
  inspect({ step: { sender }, connection, lineMessage, report }) {
    const messages = entriesOf(lineMessage);
    if (answersBatch(connection, sender, messages)) return;
    report('array', {
      data: { messages: counted(messages.length, 'message') },
      dialects: { v2a: 'off', v2b: 'error', undecided: 'warning' },
    });
  },
});

/** Whether an array holds nothing but responses to requests that came in an array. */
function answersBatch(connection: Connection, sender: Sender, messages: readonly SingleMessage[]): boolean {
  const asker = otherOf(sender);
  return (
    messages.length > 0 &&
    messages.every((message) => {
      const key = message.kind === 'response' ? keyOf(message) : undefined;
      return key !== undefined && batchWith(connection, asker, key) !== undefined;
    })
  );
}

const LIFECYCLE: ReadonlySet<string> = new Set([
  'initialize',
  'auth/login',
  'session/new',
  'session/resume',
  'session/prompt',
]);

export const batchLifecycleMethod = defineRule({
  id: 'transport/batch-lifecycle-method',
  severity: 'warning',
  versions: ['v2a'],
  fault: 'sender',
  summary: 'Requests that begin something are not put into a batch.',
  explanation:
    'The entries of a batch may be worked on in any order, and their answers come together, at the end of the slowest. ' +
    'What depends on initialize, a login, a new session or a prompt has to wait for it: send these by themselves.',
  spec: 'v2/transports',
  messages: { lifecycle: 'the batch holds {methods}, which should be sent by itself' },
  on: ['batch'],
  inspect({ lineMessage, report }) {
    const methods = entriesOf(lineMessage).flatMap((entry) => {
      return entry.kind === 'request' && LIFECYCLE.has(entry.method) ? [entry.method] : [];
    });
    if (methods.length > 0) report('lifecycle', { data: { methods: enumerated([...new Set(methods)]) } });
  },
});

export const batchTerminalOrder = defineRule({
  id: 'transport/batch-terminal-order',
  severity: 'error',
  versions: ['v2a'],
  fault: 'agent',
  summary: 'A batch holds at most one update of a terminal.',
  explanation:
    'The entries of a batch may be worked on in any order, and output has one: two pieces of the same terminal in one ' +
    'array may be shown the wrong way round. Send them one after the other, or join them.',
  spec: 'https://agentclientprotocol.com/rfds/v2/terminal-output',
  messages: { order: 'the batch holds {count} of terminal {id}, whose order is lost in it' },
  on: ['batch'],
  inspect({ step, lineMessage, report }) {
    if (step.sender !== 'agent') return;
    const counts = new Map<string, { session: string; id: string; count: number }>();
    for (const entry of entriesOf(lineMessage)) {
      const update = entry.kind === 'notification' ? terminalUpdateOf(entry.params) : undefined;
      if (update === undefined) continue;
      const key = JSON.stringify([update.session, update.id]);
      counts.set(key, { ...update, count: (counts.get(key)?.count ?? 0) + 1 });
    }
    for (const { session, id, count } of counts.values()) {
      if (count < 2) continue;
      report('order', { data: { count: counted(count, 'update'), id: quoted(id) }, sessionId: session });
    }
  },
});

function terminalUpdateOf(params: JsonValue | undefined): { session: string; id: string } | undefined {
  const session = objectOf(params)?.['sessionId'];
  const update = objectOf(objectOf(params)?.['update']);
  const kind = update?.['sessionUpdate'];
  const id = update?.['terminalId'];
  if (kind !== 'terminal_update' && kind !== 'terminal_output_chunk') return undefined;
  return typeof session === 'string' && typeof id === 'string' ? { session, id } : undefined;
}

export const batchMixedKinds = defineRule({
  id: 'transport/batch-mixed-kinds',
  severity: 'warning',
  versions: ['v2a'],
  fault: 'sender',
  summary: 'A batch holds only calls or only responses.',
  explanation:
    'The schema knows batches of requests and notifications and batches of responses. A reader that looks at the first ' +
    'entry to tell which it is drops the others. Send calls and responses in arrays of their own.',
  spec: 'v2/transports',
  messages: { mixed: 'the batch holds {calls} and {responses}' },
  on: ['batch'],
  inspect({ lineMessage, report }) {
    const objects = entriesOf(lineMessage).flatMap(({ kind, json }) => {
      return kind !== 'malformed' && isJsonObject(json) ? [kind] : [];
    });
    const responses = objects.filter((kind) => kind === 'response').length;
    const calls = objects.length - responses;
    if (calls === 0 || responses === 0) return;
    report('mixed', { data: { calls: counted(calls, 'call'), responses: counted(responses, 'response') } });
  },
});
