import type { JsonObject, JsonValue } from '../../wire/json-text.js';
import { changeCancel, referToTerminal } from './agent-terminals.js';
import { dropOldest } from '../drop-oldest.js';
import type { Connection } from '../state/connection.js';
import { objectsOf, textOf } from '../json-access.js';
import type { Session } from '../state/session.js';
import type { Step } from '../state/step.js';
import { clientTerminal } from './terminals.js';
import type { ToolCall } from '../state/tool-call.js';
import { begin, finish } from '../turns/busy-time.js';
import type { Turn } from '../state/turn.js';
import { valueHash } from './value-hash.js';
import { openTurn } from '../turns/turn-beginning.js';

const REMEMBERED_CALLS = 20_000;
/** Of a connection, to find the session that a call belongs to. */
const REMEMBERED_SESSIONS = 1_000;

const FINAL: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);

/** Whether a call with this status is over (v1: completed, failed; v2 also cancelled). */
export function isFinal(status: string | undefined): boolean {
  return status !== undefined && FINAL.has(status);
}

/** Whether a session had so many calls that the oldest have been forgotten. */
export function mayHaveForgotten({ toolCalls }: Session): boolean {
  return toolCalls.size >= REMEMBERED_CALLS;
}

/** Merges a tool_call, a tool_call_update, or the call in a permission request into the state (spec: v1/tool-calls). */
export function applyToolCall(connection: Connection, session: Session, step: Step, update: JsonObject): void {
  const id = textOf(update['toolCallId']);
  if (id === undefined) return;
  if (!session.toolCalls.has(id) && !step.isHistory) noteSession(connection, session, step, id);
  const { seq, at, updateKind } = step;
  const known = session.toolCalls.get(id);
  const call =
    known !== undefined && !isAnother(known, step) ? known : newCall(session, step, id, originOf(updateKind));
  if (updateKind === 'tool_call') call.announced ??= { seq, at };
  merge(session, call, step, update);
  const content = objectsOf(update['content']);
  noteTerminals(session, call, step, content);
  noteEmbedded(connection, session, content);
}

/** An update or a request in the wrong session does not move a call to that session. */
function noteSession({ callSessions }: Connection, session: Session, { updateKind }: Step, id: string): void {
  if (updateKind !== 'tool_call' && callSessions.has(id)) return;
  callSessions.set(id, session.id);
  dropOldest(callSessions, REMEMBERED_SESSIONS);
}

/** The session that has a call of this id, other than this one. */
export function otherSessionOf({ callSessions, sessions }: Connection, here: Session, id: string): Session | undefined {
  const other = callSessions.get(id);
  return other === undefined || other === here.id ? undefined : sessions.get(other);
}

/** v1: whether a tool_call reuses the id of a finished call, which makes it a new call. */
function isAnother(known: ToolCall, { updateKind, isHistory, turn }: Step): boolean {
  if (updateKind !== 'tool_call' || isHistory || known.announced === undefined) return false;
  return isFinal(known.status) || known.turn !== turn?.number;
}

function originOf(updateKind: string | undefined): ToolCall['firstSeenIn'] {
  if (updateKind === 'tool_call' || updateKind === 'tool_call_update') return updateKind;
  return updateKind === 'tool_call_content_chunk' ? 'chunk' : 'permission';
}

/** v2: appends content to a call. */
export function applyToolCallChunk(session: Session, step: Step, update: JsonObject): void {
  const id = textOf(update['toolCallId']);
  if (id === undefined) return;
  const call = session.toolCalls.get(id) ?? newCall(session, step, id, 'chunk');
  noteTerminals(session, call, step, objectsOf([update['content'] ?? null]));
}

function newCall(session: Session, step: Step, id: string, firstSeenIn: ToolCall['firstSeenIn']): ToolCall {
  const { seq, at, index, turn, isHistory } = step;
  const own = isHistory ? undefined : turn;
  const call: ToolCall = {
    seq,
    at,
    id,
    index,
    turn: own?.number,
    announced: undefined,
    firstSeenIn,
    isHistory,
    status: undefined,
    title: undefined,
    name: undefined,
    kind: undefined,
    rawInput: undefined,
    locations: undefined,
    digests: {},
    finished: undefined,
    started: undefined,
    terminals: undefined,
    permission: undefined,
    canCancel: false,
    cancelAccepted: undefined,
  };
  session.toolCalls.delete(id);
  session.toolCalls.set(id, call);
  dropOldest(session.toolCalls, REMEMBERED_CALLS);
  if (own !== undefined) {
    own.toolCalls += 1;
    own.openToolCalls.add(id);
    begin(own.toolTime, at);
  }
  return call;
}

function merge(session: Session, call: ToolCall, step: Step, update: JsonObject): void {
  const { title, name, kind } = update;
  call.title = textOf(title) ?? call.title;
  call.name = textOf(name) ?? call.name;
  call.kind = textOf(kind) ?? call.kind;
  const capabilities = update['capabilities'];
  if (capabilities !== undefined) changeCancel(call, step, capabilities);
  call.rawInput = patched(call.rawInput, update['rawInput'], step);
  call.locations = patched(call.locations, update['locations'], step);
  for (const member of ['rawInput', 'locations', 'content'] as const) {
    const hash = valueHash(update[member]);
    if (hash !== undefined) call.digests[member] = hash;
  }
  changeStatus(session, call, step, update['status']);
}

/** In v2 null clears a value; in v1 it is the same as leaving it out. */
function patched(known: JsonValue | undefined, value: JsonValue | undefined, { version }: Step): JsonValue | undefined {
  if (value === undefined || (value === null && version === 1)) return known;
  return value ?? undefined;
}

function changeStatus(session: Session, call: ToolCall, step: Step, status: JsonValue | undefined): void {
  const { seq, at, turn, version } = step;
  if (status === undefined || (status === null && version === 1)) {
    call.status ??= 'pending';
    return;
  }
  call.status = textOf(status) ?? 'pending';
  if (call.status === 'in_progress') call.started ??= { seq, at };
  const own = openTurn(session, call.turn);
  if (isFinal(call.status)) {
    call.finished ??= { seq, at };
    call.rawInput = undefined;
    call.locations = undefined;
    if (own?.openToolCalls.delete(call.id) === true) finish(own.toolTime, at);
    return;
  }
  call.finished = undefined;
  if (own !== undefined && turn === own && !own.openToolCalls.has(call.id)) reopen(own, call, at);
}

function reopen(turn: Turn, call: ToolCall, at: number): void {
  turn.openToolCalls.add(call.id);
  begin(turn.toolTime, at);
}

function noteTerminals(session: Session, call: ToolCall, step: Step, content: readonly JsonObject[]): void {
  for (const id of terminalsIn(content)) {
    call.terminals ??= new Set();
    call.terminals.add(id);
    if (step.version === 2) referToTerminal(session, step, id, call.id);
  }
}

function noteEmbedded(connection: Connection, session: Session, content: readonly JsonObject[]): void {
  for (const id of terminalsIn(content)) {
    const terminal = clientTerminal(connection, session.id, id);
    if (terminal !== undefined) terminal.embedded = true;
  }
}

function terminalsIn(content: readonly JsonObject[]): string[] {
  return content.flatMap((item) => (item['type'] === 'terminal' ? (textOf(item['terminalId']) ?? []) : []));
}
