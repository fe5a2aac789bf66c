import { dropOldest } from './drop-oldest.js';
import { rememberAnswered } from './requests/answered-ids.js';
import { noteComplaint, noteRead } from './requests/bad-frames.js';
import { applySingleAnswer, rejectedBatch, unansweredBatch } from './requests/batches.js';
import {
  applyAuthAnswer,
  applyInitializeAnswer,
  applyInitializeRequest,
  noteEarly,
} from './handshake/initialization.js';
import { learnDialect } from './handshake/dialect.js';
import { applyEntityCancel } from './tools/entity-cancel.js';
import { applyElicitationAnswer, applyElicitationCompleted, applyElicitationRequest } from './tools/elicitations.js';
import { applyPermissionAnswer, applyPermissionRequest } from './tools/permissions.js';
import { noteAsked, noteGap, noteWithdrawn } from './requests/open-requests.js';
import { awaitAnswer, settle, namedRequest } from './requests/requests.js';
import { applySessionAnswer, applySessionRequest, sessionNamedByAgent } from './sessions/sessions.js';
import { applyTerminalAnswer, applyTerminalRequest } from './tools/terminals.js';
import { forgetDismissed } from './turns/dismissals.js';
import { applyCancel, applyPromptAnswer, applyPromptRequest } from './turns/turns.js';
import { applyUpdate } from './sessions/updates.js';
import { applySetAnswer } from './sessions/settings.js';
import { stepOf } from './reading/step-of.js';
import type { EventStep, Line, Step } from './state/step.js';
import { STREAMS } from '../wire/frame.js';
import type { JsonValue } from '../wire/json-text.js';
import { launchOf } from '../wire/launch.js';
import type { RequestId } from '../wire/message.js';
import type { Connection } from './state/connection.js';
import type { Wire } from './state/wire.js';
import { objectOf } from './json-access.js';
import { keyOfValue, type RequestKey } from './state/request-key.js';

/** Requests that the agent makes during a session. */
export const AGENT_REQUESTS = [
  'session/request_permission',
  'elicitation/create',
  'fs/read_text_file',
  'fs/write_text_file',
  'terminal/create',
  'terminal/output',
  'terminal/wait_for_exit',
  'terminal/kill',
  'terminal/release',
] as const;

const ASKED_BY_AGENT: ReadonlySet<string> = new Set(AGENT_REQUESTS);

/** Counts a line of either side. Call it before the steps of its messages. */
export function applyLine(connection: Connection, { sender, seq, at, sizeBytes }: Line): void {
  const wire = connection.wires[sender];
  wire.frames += 1;
  wire.bytes += sizeBytes;
  wire.last = { seq, at };
  connection.last = { seq, at };
}

/** Applies one message to the state, in O(1). `step` must have been made from this very state. */
export function applyStep(connection: Connection, step: Step): void {
  const { message, method } = step;
  if (connection.initialization.state === 'none' && method !== 'initialize') noteEarly(connection, step);
  if (message.kind === 'malformed') applyMalformed(connection, step);
  else if (message.kind === 'response') applyResponse(connection, step);
  else applyCall(connection, step);
  if (step.session !== undefined && step.session.dismissed.size > 0) forgetDismissed(step.session, step.at);
}

/** How many ids of broken frames are remembered. */
const BROKEN_IDS = 1_000;

/** A broken frame may still hold an id that will be answered. */
function applyMalformed(connection: Connection, { sender, message, seq, at }: Step): void {
  if (message.kind !== 'malformed') return;
  // it may have held anything, so it counts like a gap in the recording
  if (message.reason === 'too-long' || message.reason === 'too-deep') noteGap(connection, seq, at);
  const { json } = message;
  const id = objectOf(json)?.['id'];
  if (id === undefined) return;
  const { broken } = connection.requests[sender];
  broken.add(keyOfValue(id));
  dropOldest(broken, BROKEN_IDS);
}

function applyCall(connection: Connection, step: Step): void {
  const { sender, method, message, seq, at } = step;
  if (method === undefined) return;
  if (message.kind === 'request') awaitAnswer(connection, step);
  else connection.wires[sender].lastNotification = { seq, at, method };
  learnDialect(connection, step);
  if (sender === 'client') applyClientCall(connection, step, method);
  else applyAgentCall(connection, step, method);
}

function applyClientCall(connection: Connection, step: Step, method: string): void {
  const { initialization } = connection;
  if (method !== 'initialize' && initialization.state === 'done') initialization.inUse = true;
  switch (method) {
    case 'initialize':
      applyInitializeRequest(connection, step);
      return;
    case 'session/prompt':
      applyPromptRequest(connection, step);
      return;
    case 'session/cancel':
      applyCancel(step);
      return;
    case '$/cancel_request':
      applyCancelRequest(connection, step);
      return;
    default:
      applySessionRequest(connection, step, method);
  }
}

function applyAgentCall(connection: Connection, step: Step, method: string): void {
  const { sessionId, session } = step;
  if (session === undefined && sessionId !== undefined && ASKED_BY_AGENT.has(method)) {
    const named = sessionNamedByAgent(connection, sessionId, step);
    const request = step.key === undefined ? undefined : connection.requests.agent.pending.get(step.key);
    if (request !== undefined) noteAsked(named, request);
  }
  switch (method) {
    case 'session/update':
      applyUpdate(connection, step);
      return;
    case 'session/request_permission':
      applyPermissionRequest(connection, step);
      return;
    case 'elicitation/create':
      applyElicitationRequest(connection, step);
      return;
    case 'elicitation/complete':
      applyElicitationCompleted(connection, step);
      return;
    case '$/cancel_request':
      applyCancelRequest(connection, step);
      return;
    default:
      applyTerminalRequest(connection, step, method);
  }
}

function applyCancelRequest(connection: Connection, { sender, params, session, seq, at }: Step): void {
  if (params === undefined) return;
  const named = namedRequest(connection, sender, params);
  if (named === undefined) return;
  // an id in use twice names both requests
  for (const request of [named, ...named.sameId]) {
    request.cancelRequested ??= { seq, at };
    if (sender === 'agent' && session !== undefined) noteWithdrawn(session, request);
  }
}

function applyResponse(connection: Connection, step: Step): void {
  const { exchange, sender, receiver, key, seq, session } = step;
  if (exchange === undefined) {
    if (step.match === 'broken' && key !== undefined) connection.requests[receiver].broken.delete(key);
    if (step.match === 'no-id' && step.error !== undefined) applyComplaint(connection, step);
    return;
  }
  applySingleAnswer(connection, step);
  const wire = connection.wires[sender];
  wire.hasRead = Math.max(wire.hasRead, exchange.seq);
  settle(connection, step);
  noteRead(connection, exchange);
  rememberAnswered(connection.requests[receiver].answered, exchange.key, seq);
  if (sender === 'client' && session !== undefined) session.lastClientAnswer = { seq, at: step.at };
  learnDialect(connection, step);
  if (sender === 'agent') applyAgentAnswer(connection, step, exchange.method);
  else applyClientAnswer(connection, step, exchange.method);
}

/** An error with id null: its sender could not read a frame of the other side. */
function applyComplaint(connection: Connection, step: Step): void {
  const { receiver } = step;
  const rejected = step.batch === undefined ? rejectedBatch(connection, step) : undefined;
  const open = unansweredBatch(connection, receiver);
  const batch = rejected ?? (open?.size === 0 ? open : undefined);
  const refused = noteComplaint(connection, step, batch);
  if (refused !== undefined) applyRefusal(connection, step, refused.key);
  if (batch === undefined) return;
  batch.replies += 1;
  for (const key of [...batch.keys]) applyRefusal(connection, step, key);
}

/** A side that could not read a request answers it with this error, and in no other way. */
function applyRefusal(connection: Connection, { receiver, message, line }: Step, key: RequestKey): void {
  if (message.kind !== 'response') return;
  const id = key.startsWith('"') ? key.slice(1) : (JSON.parse(key) as JsonValue);
  const answer = { ...message, id: key as string as RequestId, json: { ...message.json, id } };
  applyStep(connection, stepOf(connection, line, answer, undefined));
  const { broken } = connection.requests[receiver];
  broken.add(key);
  dropOldest(broken, BROKEN_IDS);
}

function applyAgentAnswer(connection: Connection, step: Step, method: string): void {
  switch (method) {
    case 'initialize':
      applyInitializeAnswer(connection, step);
      return;
    case 'authenticate':
    case 'auth/login':
    case 'logout':
    case 'auth/logout':
      applyAuthAnswer(connection, step, method);
      return;
    case 'session/prompt':
      applyPromptAnswer(connection, step);
      return;
    case 'session/set_mode':
    case 'session/set_config_option':
      applySetAnswer(step);
      return;
    case 'tool_call/cancel':
    case 'terminal/cancel':
      applyEntityCancel(step, method);
      return;
    default:
      applySessionAnswer(connection, step, method);
  }
}

function applyClientAnswer(connection: Connection, step: Step, method: string): void {
  switch (method) {
    case 'session/request_permission':
      applyPermissionAnswer(step);
      return;
    case 'elicitation/create':
      applyElicitationAnswer(connection, step);
      return;
    default:
      applyTerminalAnswer(connection, step, method);
  }
}

/** Applies an event of the process to the state. */
export function applyEvent(connection: Connection, { name, fields, seq, at }: EventStep): void {
  const { ending } = connection;
  const moment = { seq, at };
  connection.last = moment;
  switch (name) {
    case 'spawn':
      connection.fromStart = true;
      connection.platform = fields['platform'];
      return;
    case 'launch':
      connection.launch ??= launchOf(fields);
      return;
    case 'client-eof':
      ending.clientEof ??= moment;
      return;
    case 'agent-eof':
      ending.agentEof ??= moment;
      return;
    case 'signal':
      ending.signals.push({ seq, at, name: fields['name'] ?? fields['signal'] ?? '' });
      return;
    case 'exit':
      ending.exit ??= { seq, at, code: exitCode(fields['code']), signal: exitSignal(fields['signal']) };
      return;
    case 'gap':
      noteGap(connection, seq, at);
      for (const sender of ['client', 'agent'] as const)
        if (Number(fields[sender]) > 0) applyHole(connection.wires[sender]);
      return;
    case 'incomplete':
      ending.incomplete ??= moment;
      return;
    case 'undelivered':
      ending.undelivered ??= moment;
      return;
    case 'not-reading':
    case 'reading-again':
      applyReading(connection, { name, fields, seq, at });
      return;
    // nobody reads it any more, so no pipe is full
    case 'stdin-closed':
      connection.notReading.client = undefined;
      return;
    case 'stdout-closed':
      connection.notReading.agent = undefined;
      return;
    case 'left-open':
      return;
    default:
      name satisfies never;
  }
}

/** `ms` says how long the reader had taken nothing by then. */
function applyReading({ notReading }: Connection, { name, fields, seq, at }: EventStep): void {
  const stream = STREAMS.find((each) => each === fields['stream']);
  if (stream === undefined) return;
  const ms = Number(fields['ms']);
  const since = { seq, at: at - (ms > 0 && ms < Infinity ? ms : 0) };
  notReading[stream] = name === 'not-reading' ? since : undefined;
}

/** Lines at the edges of a gap are cut, which is nobody's fault. */
function applyHole(wire: Wire): void {
  wire.tail = undefined;
  wire.unread.length = 0;
  wire.mayBeginLate = true;
}

function exitCode(code: string | undefined): number | undefined {
  return code === undefined || !/^\d+$/.test(code) ? undefined : Number(code);
}

function exitSignal(signal: string | undefined): string | undefined {
  return signal === undefined || signal === '' || signal === 'null' ? undefined : signal;
}
