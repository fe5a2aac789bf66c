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
  emptyReply: 'a batch of notifications was answered with an empty array; it must get no reply',
  errorReply: 'a batch of notifications was answered with an error; it must get no reply',
  array: 'an empty batch was answered with an array; it must get a single error object whose id is null',
  twice: 'an empty batch was answered more than once; it must get a single error object whose id is null',
  single: "a request of a batch was answered on its own; the batch's {requests} must be answered in one array",
  partial: "the array answers only {answered} of the batch's {requests}; it must answer all of them",
  split: 'a second array answers the rest of a batch; its {requests} must be answered in one array',
  merged: 'the array answers {count} batches at once; each batch must get its own array',
  bad: 'the array has no error for {entries} of the batch that {are} not valid; each must get an error whose id is null',
  unsupported: 'the {sender} rejected the whole batch: it does not support batches',
} as const;

type BatchContext = Context<typeof MESSAGES>;

export const batchReplyShape = defineRule({
  id: 'transport/batch-reply-shape',
  severity: 'error',
  versions: ['v2a'],
  fault: 'sender',
  summary: 'A batch must be answered with one array that holds a response for each of its requests.',
  explanation:
    'The sender of a batch waits for one array. It misses a response that is left out, that comes on its own, or ' +
    'that comes in a second array. A batch of notifications gets no reply, not even an empty array. An empty array ' +
    'gets a single error object, not an array. An entry that is not a message gets an error with id null in the ' +
    'array. The responses may be in any order.\n\n' +
    'Only an info if the whole batch is answered with one error whose id is null: peers without batch support do ' +
    'this.',
  spec: 'https://www.jsonrpc.org/specification#batch',
  messages: MESSAGES,
  on: ['batch', 'response'],
  inspect(context) {
    const { step, lineMessage } = context;
    if (lineMessage.kind !== 'batch') inspectSingle(context);
    // the entries of an array trigger the rule too: inspect the array once, as a whole
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
  /** Keys of the answered requests of the batch. */
  readonly keys: readonly RequestKey[];
  /** Every response in the array. */
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
    const entries = missing === 1 ? '1 entry' : `${missing} entries`;
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

/** Whether a batch holds only notifications. */
function isOnlyNotified({ size, requests, bad }: OpenBatch): boolean {
  return size > 0 && requests === 0 && bad === 0;
}

/** A reply that comes much later has another cause. */
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
  summary: 'Messages must be sent one per line, not in an array.',
  explanation:
    'v1 and the November draft of v2 have no JSON-RPC batches. A peer answers an array with a single "invalid ' +
    'request" and ignores its entries, so the requests in it are never answered. Send each message on its own line.\n\n' +
    'The August draft of v2 does have batches: nothing is reported in that draft, and only a warning while it is ' +
    'unclear which draft is in use.\n\n' +
    'Not reported: an array that answers a batch, because the side that sent the batch is at fault.',
  spec: 'v1/transports',
  messages: { array: '{messages} came in one array; each message must be sent on its own line' },
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

/** Whether an array holds only responses to requests that came in an array. */
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
  summary: 'Requests that begin something should not be in a batch.',
  explanation:
    'The entries of a batch may be processed in any order, and their responses come together once the slowest is ' +
    'done. Anything that depends on initialize, a login, a session setup or a prompt has to wait for its response. ' +
    'Send these requests on their own.',
  spec: 'v2/transports',
  messages: { lifecycle: 'the batch contains {methods}; send such a request on its own' },
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
  summary: 'A batch must hold at most one update per terminal.',
  explanation:
    'The entries of a batch may be processed in any order, but the order of terminal output matters. With two ' +
    'updates of one terminal in an array, the client may show the output in the wrong order. Send them one after ' +
    'the other, or merge them.',
  spec: 'https://agentclientprotocol.com/rfds/v2/terminal-output',
  messages: { order: 'the batch holds {count} of terminal {id}, and a batch does not keep their order' },
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
  summary: 'A batch should hold either calls or responses, not both.',
  explanation:
    'The schema allows batches of requests and notifications, and batches of responses. A reader that decides by ' +
    'the first entry drops all entries of the other kind. Send calls and responses in separate arrays.',
  spec: 'v2/transports',
  messages: { mixed: 'the batch holds both {calls} and {responses}; send them in separate arrays' },
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
