import type { EventFields, EventName, Sender } from '../wire/frame.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../wire/json-text.js';
import type { BatchMessage, ResponseMessage, SingleMessage } from '../wire/message.js';
import { wasAnswered } from './answered-ids.js';
import type { Connection, Exchange, ProtocolVersion } from './connection.js';
import { objectOf, textOf } from './json-access.js';
import { opensLateHistory } from './late-history.js';
import type { Moment } from './moment.js';
import { coerced, keyOf, keyOfValue, type RequestKey } from './request-key.js';
import type { Session } from './session.js';
import type { Turn } from './turn.js';

/** What stood on the wire: one line of one side. */
export interface Line extends Moment {
  readonly sender: Sender;
  /** All of it without its newline; undefined where it is too long to be looked at. */
  readonly bytes: Uint8Array | undefined;
  readonly sizeBytes: number;
  readonly terminated: boolean;
  /** Whether it had a time of its own. */
  readonly timed: boolean;
}

/** How a response found its request: `coerced` by an id of the wrong JSON type, `broken` where the request was no message. */
export type Match = 'pending' | 'coerced' | 'answered' | 'broken' | 'unknown' | 'no-id';

/** One message with all that it refers to, found in the state before it. */
export interface Step extends Moment {
  readonly line: Line;
  readonly sender: Sender;
  readonly receiver: Sender;
  /** Never a batch: each of its entries is a step. */
  readonly message: SingleMessage;
  /** The batch that it came in. */
  readonly batch: BatchMessage | undefined;
  /** The version whose rules the message is under. */
  readonly version: ProtocolVersion;
  /** Of a request or notification; of a response, that of its request where that is known. */
  readonly method: string | undefined;
  readonly key: RequestKey | undefined;
  /** Of a response: the request it answers. */
  readonly exchange: Exchange | undefined;
  readonly match: Match | undefined;
  readonly params: JsonObject | undefined;
  /** Of a response that tells of success. */
  readonly result: JsonValue | undefined;
  readonly error: ErrorFacts | undefined;
  readonly sessionId: string | undefined;
  readonly session: Session | undefined;
  /** The newest open turn of the session. */
  readonly turn: Turn | undefined;
  /** Of session/update: the update, and its kind with names of the RFD's draft read as what they became. */
  readonly update: JsonObject | undefined;
  readonly updateKind: string | undefined;
  /** It tells what was before: it came while a session was restored, or late from there. */
  readonly isHistory: boolean;
}

/** An event of the process or its pipes. */
export interface EventStep extends Moment {
  readonly name: EventName;
  readonly fields: EventFields;
}

/** The error of a response, as far as it has the shape of one (JSON-RPC 2.0, section 5.1). */
export interface ErrorFacts {
  readonly code: number | undefined;
  readonly message: string;
  readonly data: JsonValue | undefined;
}

/** The draft of the v2 prompt RFD called a state_update so. */
const DRAFT_STATE_UPDATE = 'state_change';

export function otherOf(sender: Sender): Sender {
  return sender === 'client' ? 'agent' : 'client';
}

/** Finds what a message refers to. The state is not changed. */
export function stepOf(
  connection: Connection,
  line: Line,
  message: SingleMessage,
  batch: BatchMessage | undefined,
): Step {
  const { sender, seq, at } = line;
  const receiver = otherOf(sender);
  const base = { line, sender, receiver, seq, at, message, batch };
  if (message.kind === 'malformed') return { ...base, ...NOTHING, version: connection.version };
  if (message.kind === 'response') return { ...base, ...responseFacts(connection, sender, message) };
  const { method } = message;
  const params = isJsonObject(message.params) ? message.params : undefined;
  const sessionId = textOf(params?.['sessionId']) ?? sessionOfRequest(connection, sender, method, params);
  const session = sessionId === undefined ? undefined : connection.sessions.get(sessionId);
  const update = method === 'session/update' ? objectOf(params?.['update']) : undefined;
  const updateKind = update === undefined ? undefined : kindOf(update);
  return {
    ...base,
    version: method === 'initialize' ? requestedVersion(params) : connection.version,
    method,
    key: message.kind === 'request' ? keyOf(message) : undefined,
    exchange: undefined,
    match: undefined,
    params,
    result: undefined,
    error: undefined,
    sessionId,
    session,
    turn: session?.open.at(-1),
    update,
    updateKind,
    isHistory: session !== undefined && (isHistory(session) || opensLateHistory(connection, session, updateKind, update)),
  };
}

const NOTHING = {
  method: undefined,
  key: undefined,
  exchange: undefined,
  match: undefined,
  params: undefined,
  result: undefined,
  error: undefined,
  sessionId: undefined,
  session: undefined,
  turn: undefined,
  update: undefined,
  updateKind: undefined,
  isHistory: false,
} as const;

function responseFacts(connection: Connection, sender: Sender, message: ResponseMessage) {
  const key = keyOf(message);
  const { match, exchange } = findRequest(connection, otherOf(sender), key, message);
  const result = message.outcome.ok ? message.outcome.result : undefined;
  const error = message.outcome.ok ? undefined : errorFacts(message.outcome.error);
  const sessionId = exchange?.sessionId ?? textOf(isJsonObject(result) ? result['sessionId'] : undefined);
  const session = sessionId === undefined ? undefined : connection.sessions.get(sessionId);
  const turn = session?.open.find(({ request }) => request !== undefined && request === exchange?.key);
  const negotiates = exchange?.method === 'initialize';
  const version = negotiates ? answeredVersion(result, exchange, connection) : connection.version;
  return {
    ...NOTHING,
    version,
    method: exchange?.method,
    key,
    exchange,
    match,
    params: objectOf(exchange?.params),
    result,
    error,
    sessionId,
    session,
    turn: turn ?? session?.open.at(-1),
    isHistory: session !== undefined && isHistory(session),
  };
}

function findRequest(
  connection: Connection,
  asker: Sender,
  key: RequestKey | undefined,
  message: ResponseMessage,
): { match: Match; exchange: Exchange | undefined } {
  const { pending, answered, broken } = connection.requests[asker];
  if (key === undefined) return { match: 'no-id', exchange: undefined };
  const exact = pending.get(key);
  if (exact !== undefined) return { match: 'pending', exchange: exact };
  if (broken.has(key)) return { match: 'broken', exchange: undefined };
  if (message.json['id'] === null) return { match: 'no-id', exchange: undefined };
  if (wasAnswered(answered, key)) return { match: 'answered', exchange: undefined };
  const meant = pending.get(coerced(key));
  return meant === undefined ? { match: 'unknown', exchange: undefined } : { match: 'coerced', exchange: meant };
}

function errorFacts(error: JsonValue): ErrorFacts {
  if (!isJsonObject(error)) return { code: undefined, message: '', data: undefined };
  const { code, message, data } = error;
  return {
    code: typeof code === 'number' ? code : undefined,
    message: typeof message === 'string' ? message : '',
    data,
  };
}

/** `$/cancel_request` belongs to the session of the request that it names. */
function sessionOfRequest(
  connection: Connection,
  sender: Sender,
  method: string,
  params: JsonObject | undefined,
): string | undefined {
  if (method !== '$/cancel_request' || params === undefined) return undefined;
  return namedRequest(connection, sender, params)?.sessionId;
}

/** The pending request that `$/cancel_request` names: one of its own sender (cancellation). */
export function namedRequest(connection: Connection, sender: Sender, params: JsonObject): Exchange | undefined {
  return connection.requests[sender].pending.get(keyOfValue(params['requestId'] ?? null));
}

function requestedVersion(params: JsonObject | undefined): ProtocolVersion {
  const requested = params?.['protocolVersion'];
  return typeof requested === 'number' && requested >= 2 ? 2 : 1;
}

/** An error agrees on nothing: it is judged as what the client asked for. */
function answeredVersion(result: JsonValue | undefined, { params }: Exchange, { version }: Connection): ProtocolVersion {
  const answered = isJsonObject(result) ? result['protocolVersion'] : undefined;
  if (result === undefined) return requestedVersion(objectOf(params));
  if (typeof answered !== 'number') return version;
  return answered >= 2 ? 2 : 1;
}

function kindOf(update: JsonObject): string | undefined {
  const kind = update['sessionUpdate'];
  if (kind === DRAFT_STATE_UPDATE) return 'state_update';
  return typeof kind === 'string' ? kind : undefined;
}

/** The stop reason of a v2 state update, also under the name that the RFD's draft gave it. */
export function stopReasonOf(update: JsonObject): string | undefined {
  return textOf(update['stopReason'] ?? update['stop_reason']);
}

function isHistory({ replay, lateHistory }: Session): boolean {
  return replay !== undefined || lateHistory !== undefined;
}
