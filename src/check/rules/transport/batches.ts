import { batchWith } from '../../../model/requests/batches.js';
import type { Connection } from '../../../model/state/connection.js';
import { isJsonObject, type JsonValue } from '../../../wire/json-text.js';
import { keyOf } from '../../../model/state/request-key.js';
import { objectOf } from '../../../model/json-access.js';
import { otherOf, type Sender } from '../../../wire/frame.js';
import type { Message, SingleMessage } from '../../../wire/message.js';
import { defineRule } from '../../engine/rule.js';
import { counted, enumerated, quoted } from '../../engine/wording.js';


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

export const emptyBatch = defineRule({
  id: 'transport/empty-batch',
  severity: 'error',
  versions: ['v2a'],
  fault: 'sender',
  summary: 'A batch has at least one entry.',
  explanation:
    'An empty array asks for nothing and is answered with an error; nor is it an answer: what leaves nothing to answer ' +
    'gets no reply at all. Send nothing where there is nothing to send.',
  spec: 'https://www.jsonrpc.org/specification#batch',
  messages: { empty: 'the batch has no entries' },
  on: ['batch'],
  inspect({ lineMessage, hasReported, report }) {
    if (entriesOf(lineMessage).length === 0 && !hasReported('transport/batch-reply-shape')) report('empty');
  },
});

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

/** The entries of a batch. */
export function entriesOf(message: Message): readonly SingleMessage[] {
  return message.kind === 'batch' ? message.messages : [];
}
