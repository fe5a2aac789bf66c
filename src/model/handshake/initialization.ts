import type { JsonObject, JsonValue } from '../../wire/json-text.js';
import type { AuthMethod, Connection } from '../state/connection.js';
import { objectOf, objectsOf, textOf } from '../json-access.js';
import type { Step } from '../state/step.js';

const REMEMBERED_EARLY = 20;

export function applyInitializeRequest(connection: Connection, { params, seq, at, message }: Step): void {
  if (message.kind !== 'request') return;
  const { initialization } = connection;
  connection.fromStart ||= initialization.state === 'none' && !initialization.workedBefore;
  initialization.request = { seq, at };
  // the agreement holds until the agent agrees to something else
  if (initialization.state === 'done') return;
  initialization.state = 'sent';
  takeClient(connection, params);
}

function takeClient({ initialization }: Connection, params: JsonObject | undefined): void {
  initialization.requested = params?.['protocolVersion'];
  initialization.client = params;
  initialization.clientCapabilities = objectOf(params?.['clientCapabilities']) ?? objectOf(params?.['capabilities']);
}

/** Messages before any initialize, which show whether the recording begins with the connection. */
export function noteEarly(connection: Connection, { sender, method, message, match, error, seq, at }: Step): void {
  const { initialization } = connection;
  if (message.kind === 'malformed') return;
  if (message.kind === 'response') {
    if (sender === 'agent' && (error === undefined || match === 'unknown')) initialization.workedBefore = true;
  } else if (sender === 'agent') {
    initialization.workedBefore ||= method?.startsWith('_') !== true;
  } else if (method !== undefined && initialization.early.length < REMEMBERED_EARLY) {
    initialization.early.push({ seq, at, method });
  }
}

export function applyInitializeAnswer(connection: Connection, step: Step): void {
  const { result, seq, at } = step;
  const { initialization } = connection;
  const answer = objectOf(result);
  if (answer === undefined) {
    if (initialization.state !== 'done') initialization.state = 'failed';
    return;
  }
  connection.version = step.version;
  connection.negotiated = true;
  takeClient(connection, step.params);
  chooseClientCapabilities(connection);
  initialization.state = 'done';
  initialization.answer = { seq, at };
  initialization.answered = answer['protocolVersion'];
  initialization.agent = answer;
  initialization.agentCapabilities = objectOf(answer['agentCapabilities']) ?? objectOf(answer['capabilities']);
  initialization.authMethods = authMethodsOf(answer['authMethods']);
  initialization.everOfferedAuth ||= initialization.authMethods.length > 0;
}

/** A client that offers v2 may send the fields of both versions; those of the negotiated version count. */
function chooseClientCapabilities({ initialization, version }: Connection): void {
  const { client } = initialization;
  const own = objectOf(client?.[version === 2 ? 'capabilities' : 'clientCapabilities']);
  const other = objectOf(client?.[version === 2 ? 'clientCapabilities' : 'capabilities']);
  initialization.clientCapabilities = own ?? other;
}

/** v1 calls the id `id` and leaves out the type of the usual kind; v2 has `methodId` (spec: v1/authentication). */
function authMethodsOf(value: JsonValue | undefined): AuthMethod[] {
  return objectsOf(value).flatMap((method) => {
    const id = textOf(method['methodId'] ?? method['id']);
    return id === undefined ? [] : [{ id, type: textOf(method['type']) ?? 'agent' }];
  });
}

export function applyAuthAnswer(connection: Connection, { error, seq, at }: Step, method: string): void {
  if (error !== undefined) return;
  connection.authenticated = method === 'authenticate' || method === 'auth/login' ? { seq, at } : undefined;
}
