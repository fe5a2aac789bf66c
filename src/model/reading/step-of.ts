import type { ProtocolVersion } from '../../acp/methods/protocol.js';
import { otherOf, type Sender } from '../../wire/frame.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../wire/json-text.js';
import type {
  BatchMessage,
  NotificationMessage,
  RequestMessage,
  ResponseMessage,
  SingleMessage,
} from '../../wire/message.js';
import { wasAnswered } from '../requests/answered-ids.js';
import type { Connection } from '../state/connection.js';
import type { Exchange } from '../state/exchange.js';
import { objectOf, textOf } from '../json-access.js';
import { sessionIdIn } from '../sessions/session-id.js';
import { opensLateHistory } from '../sessions/late-history.js';
import { answeredOf, namedRequest } from '../requests/requests.js';
import { coerced, keyOf, type RequestKey } from '../state/request-key.js';
import type { Session } from '../state/session.js';
import type { ErrorFacts, Line, Match, Step } from '../state/step.js';
import { turnOf } from '../turns/turn-beginning.js';
import type { Turn } from '../state/turn.js';

/** The name of a state_update in an early draft of v2. */
const DRAFT_STATE_UPDATE = 'state_change';

/** A step under construction. One class gives all steps the same object layout, as there is one per message. */
class NewStep implements Step {
  readonly line: Line;
  readonly sender: Sender;
  readonly receiver: Sender;
  readonly seq: number;
  readonly at: number;
  readonly message: SingleMessage;
  readonly batch: BatchMessage | undefined;
  readonly index: number | undefined;
  version: ProtocolVersion;
  method: string | undefined = undefined;
  key: RequestKey | undefined = undefined;
  exchange: Exchange | undefined = undefined;
  match: Match | undefined = undefined;
  params: JsonObject | undefined = undefined;
  result: JsonValue | undefined = undefined;
  error: ErrorFacts | undefined = undefined;
  sessionId: string | undefined = undefined;
  session: Session | undefined = undefined;
  turn: Turn | undefined = undefined;
  update: JsonObject | undefined = undefined;
  updateKind: string | undefined = undefined;
  isHistory = false;

  constructor(line: Line, message: SingleMessage, entry: BatchEntry | undefined, version: ProtocolVersion) {
    this.line = line;
    this.sender = line.sender;
    this.receiver = otherOf(line.sender);
    this.seq = line.seq;
    this.at = line.at;
    this.message = message;
    this.batch = entry?.batch;
    this.index = entry?.index;
    this.version = version;
  }

  findSession({ sessions }: Connection, sessionId: string | undefined): void {
    this.sessionId = sessionId;
    if (sessionId === undefined) return;
    const session = sessions.get(sessionId);
    if (session === undefined) return;
    this.session = session;
    this.turn = session.open.at(-1);
    this.isHistory = isHistory(session);
  }
}

/** The place of a message in its batch; undefined for the batch itself. */
export interface BatchEntry {
  readonly batch: BatchMessage;
  readonly index: number | undefined;
}

/** Finds what a message refers to. Does not change the state. */
export function stepOf(
  connection: Connection,
  line: Line,
  message: SingleMessage,
  entry: BatchEntry | undefined,
): Step {
  const step = new NewStep(line, message, entry, connection.version);
  if (message.kind === 'response') findAnswered(connection, step, message);
  else if (message.kind !== 'malformed') findNamed(connection, step, message);
  return step;
}

function findNamed(connection: Connection, step: NewStep, message: RequestMessage | NotificationMessage): void {
  const { method } = message;
  const params = isJsonObject(message.params) ? message.params : undefined;
  step.method = method;
  step.params = params;
  if (method === 'initialize') step.version = requestedVersion(params);
  if (message.kind === 'request') step.key = keyOf(message);
  step.findSession(connection, sessionIdIn(params) ?? sessionOfRequest(connection, step.sender, method, params));
  const update = method === 'session/update' && step.sender === 'agent' ? objectOf(params?.['update']) : undefined;
  if (update === undefined) return;
  step.update = update;
  step.updateKind = kindOf(update);
  const { session, updateKind } = step;
  step.isHistory ||= session !== undefined && opensLateHistory(connection, session, updateKind, update);
}

function findAnswered(connection: Connection, step: NewStep, message: ResponseMessage): void {
  step.key = keyOf(message);
  const { match, exchange } = findRequest(connection, step.receiver, step.key, message);
  step.match = match;
  if (message.outcome.ok) step.result = message.outcome.result;
  else step.error = errorFacts(message.outcome.error);
  const { result } = step;
  step.findSession(connection, exchange?.sessionId ?? sessionIdIn(objectOf(result)));
  if (exchange === undefined) return;
  step.exchange = exchange;
  step.method = exchange.method;
  step.params = objectOf(exchange.params);
  if (exchange.method === 'initialize') step.version = answeredVersion(result, exchange, connection);
  if (step.session !== undefined) step.turn = turnOf(step.session, exchange) ?? step.turn;
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
  if (exact !== undefined) return { match: 'pending', exchange: answeredOf(exact, message) };
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

function requestedVersion(params: JsonObject | undefined): ProtocolVersion {
  const requested = params?.['protocolVersion'];
  if (typeof requested !== 'number') return introducesAsV2(params, ['clientInfo', 'clientCapabilities']) ? 2 : 1;
  return requested >= 2 ? 2 : 1;
}

/** If the version is missing or malformed, the other fields show which one is meant. */
function introducesAsV2(said: JsonObject | undefined, v1Fields: readonly string[]): boolean {
  if (said === undefined || v1Fields.some((field) => Object.hasOwn(said, field))) return false;
  return objectOf(said['info']) !== undefined || objectOf(said['capabilities']) !== undefined;
}

/** An error agrees to no version, so the requested one counts. */
function answeredVersion(
  result: JsonValue | undefined,
  { params }: Exchange,
  { version }: Connection,
): ProtocolVersion {
  const answered = isJsonObject(result) ? result['protocolVersion'] : undefined;
  if (result === undefined) return requestedVersion(objectOf(params));
  if (typeof answered !== 'number') {
    return introducesAsV2(objectOf(result), ['agentInfo', 'agentCapabilities']) ? 2 : version;
  }
  const requested = requestedVersion(objectOf(params));
  // the version does not exist: the requested one is the best guess
  if (answered !== 1 && answered !== 2) return requested;
  // the fields of the requested version under the number of the other one: the number is wrong
  return isIntroducedAs(requested, objectOf(result)) ? requested : answered;
}

/** Whether an answer to initialize has the fields of one version and not of the other. */
function isIntroducedAs(version: ProtocolVersion, said: JsonObject | undefined): boolean {
  const has = (names: readonly string[]) => names.some((name) => objectOf(said?.[name]) !== undefined);
  const isV1 = has(['agentInfo', 'agentCapabilities']);
  const isV2 = has(['info', 'capabilities']);
  return isV1 !== isV2 && isV2 === (version === 2);
}

function kindOf(update: JsonObject): string | undefined {
  const kind = update['sessionUpdate'];
  if (kind === DRAFT_STATE_UPDATE) return 'state_update';
  return typeof kind === 'string' ? kind : undefined;
}

/** The stop reason of a v2 state update, also under its name in an early draft. */
export function stopReasonOf(update: JsonObject): string | undefined {
  return textOf(update['stopReason'] ?? update['stop_reason']);
}

function isHistory({ replay, lateHistory }: Session): boolean {
  return (replay !== undefined && replay.complete === undefined) || lateHistory !== undefined;
}
