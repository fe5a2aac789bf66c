import { ASKS_USER, HANDSHAKE_METHODS } from '../../acp/methods/method-groups.js';
import { otherOf } from '../../wire/frame.js';
import type { JsonObject } from '../../wire/json-text.js';
import { objectOf, textOf } from '../json-access.js';
import type { Connection } from '../state/connection.js';
import type { Exchange } from '../state/exchange.js';
import type { Session } from '../state/session.js';
import type { OpenSpan, SpanKind, Worker } from '../state/span.js';
import type { ToolCall } from '../state/tool-call.js';
import { openTurn } from '../turns/turn-beginning.js';
import { askedCallId, toolCallOf } from '../tools/asked-call.js';
import { clientTerminal } from '../tools/terminals.js';
import { momentOf, spanId } from './span-id.js';
import { callName, commandName, fileName, promptName, shortened } from './span-names.js';

/** The kinds of requests, by the beginning of their method. */
const KINDS: readonly (readonly [beginning: string, kind: SpanKind])[] = [
  ['session/request_permission', 'permission'],
  ['session/prompt', 'turn'],
  ['session/', 'session'],
  ['elicitation/', 'elicitation'],
  ['fs/', 'fs'],
  ['terminal/', 'terminal'],
  ['mcp/', 'mcp'],
  ['tool_call/', 'session'],
];

/** What is open besides requests. */
export interface OpenWork {
  /** The turns and tool calls, by their ids. */
  readonly known: ReadonlyMap<string, OpenSpan>;
  /** The open call that shows a terminal. */
  readonly callWith: (session: Session, terminalId: string) => ToolCall | undefined;
}

/** A request without a response. */
export function requestSpan(connection: Connection, exchange: Exchange, work: OpenWork): OpenSpan {
  const { sender, method, key, sessionId, turn } = exchange;
  const cancelled = exchange.cancelRequested ?? exchange.cancelledBy ?? exchange.leftOpen ?? exchange.outlivedTurn;
  const kind = kindOf(method);
  return {
    id: spanId(kind, exchange),
    kind,
    name: nameOf(connection, exchange),
    parent: sender === 'agent' ? parentOf(connection, exchange, work) : undefined,
    works: workerOf(exchange, cancelled !== undefined),
    owes: otherOf(sender),
    start: momentOf(exchange),
    last: momentOf(exchange),
    sessionId,
    turn,
    request: { method, key },
    status: undefined,
    cancelled: cancelled && momentOf(cancelled),
  };
}

function kindOf(method: string): SpanKind {
  if (HANDSHAKE_METHODS.has(method)) return 'handshake';
  return KINDS.find(([beginning]) => method.startsWith(beginning))?.[1] ?? 'extension';
}

/** A withdrawn request no longer waits for a person; the client itself must answer it. */
function workerOf({ sender, method }: Exchange, isWithdrawn: boolean): Worker {
  if (sender === 'client') return 'agent';
  if (ASKS_USER.has(method)) return isWithdrawn ? 'client' : 'user';
  return method === 'terminal/wait_for_exit' ? 'other' : 'client';
}

/** The open tool call that a request of the agent is about, otherwise the turn in which it was sent. */
function parentOf(
  { sessions }: Connection,
  { params, sessionId, turn }: Exchange,
  { known, callWith }: OpenWork,
): string | undefined {
  const session = sessions.get(sessionId ?? '');
  if (session === undefined) return undefined;
  const asked = objectOf(params);
  const terminalId = textOf(asked?.['terminalId']);
  const named = session.toolCalls.get(askedCallId(asked) ?? '');
  const call = named ?? (terminalId === undefined ? undefined : callWith(session, terminalId));
  const id = call && spanId('tool-call', call);
  if (id !== undefined && known.has(id)) return id;
  const own = openTurn(session, turn);
  return own && spanId('turn', own);
}

/** Finds the open call that shows a terminal. Reads the calls of a session only once. */
export function callsWithTerminals(): OpenWork['callWith'] {
  const found = new Map<Session, Map<string, ToolCall>>();
  return (session, terminalId) => {
    const calls = found.get(session) ?? callsByTerminal(session);
    found.set(session, calls);
    return calls.get(terminalId);
  };
}

function callsByTerminal({ open, toolCalls }: Session): Map<string, ToolCall> {
  const found = new Map<string, ToolCall>();
  for (const { openToolCalls } of open) {
    for (const call of [...openToolCalls].flatMap((id) => toolCalls.get(id) ?? [])) {
      for (const id of call.terminals?.keys() ?? []) if (!found.has(id)) found.set(id, call);
    }
  }
  return found;
}

function nameOf(connection: Connection, exchange: Exchange): string {
  const { method, prompt, sessionId } = exchange;
  if (prompt !== undefined) return promptName(prompt);
  const params: JsonObject = objectOf(exchange.params) ?? {};
  if (method === 'session/request_permission') {
    const shown = toolCallOf(params);
    const call = connection.sessions.get(sessionId ?? '')?.toolCalls.get(askedCallId(params) ?? '');
    return shortened(textOf(shown?.['title']) ?? textOf(params['title']) ?? (call && callName(call)) ?? '');
  }
  if (method === 'elicitation/create') return shortened(textOf(params['message']) ?? '');
  if (method.startsWith('fs/')) return fileName(textOf(params['path']) ?? '');
  if (method === 'terminal/create') return commandName(params);
  if (method.startsWith('terminal/')) {
    const id = textOf(params['terminalId']);
    return shortened(clientTerminal(connection, sessionId, id)?.command ?? id ?? '');
  }
  return '';
}
