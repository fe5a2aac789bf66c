import { RESTORES_SESSION } from '../../acp/methods/method-groups.js';
import type { Connection } from '../../model/state/connection.js';
import type { Exchange } from '../../model/state/exchange.js';
import { objectOf, textOf } from '../../model/json-access.js';
import type { Moment } from '../../model/state/moment.js';
import { toolCallOf } from '../../model/tools/permissions.js';
import type { Session } from '../../model/state/session.js';
import { otherOf, type Sender } from '../../wire/frame.js';
import type { Turn } from '../../model/state/turn.js';
import { isWorking } from '../../model/turns/work.js';
import { lastOf } from '../../model/turns/last-sign.js';
import { isHeldByClient } from '../rules/eos/waiting.js';
import type { Violation } from './violation.js';
import { lasting, quoted } from './wording.js';

/** After so long something that is awaited is worth telling, in ms. */
const PATIENCE = { initialize: 10_000, request: 30_000, silence: 120_000, permission: 60_000, cancel: 10_000 } as const;

/** Those that a person answers, or a command that runs, may take any time; the turn tells of prompts. */
const UNHURRIED: ReadonlySet<string> = new Set([
  'initialize',
  'session/prompt',
  'session/request_permission',
  'elicitation/create',
  'terminal/wait_for_exit',
]);

/**
 * What is awaited for long now, while the connection lives: for live views. Made anew of the state each time, so that
 * it is gone when the awaited frame comes; all of it is info, under the rules that would tell of it at the end.
 *
 * @param nowMs the time of the recording, in ms since time zero
 */
export function stallsOf(connection: Connection, nowMs: number): Violation[] {
  const { ending, requests, sessions } = connection;
  if (ending.clientEof !== undefined || ending.agentEof !== undefined || ending.exit !== undefined) return [];
  const stalls: Violation[] = [];
  for (const sender of ['client', 'agent'] as const) {
    for (const request of requests[sender].pending.values()) stalls.push(...stallOf(connection, request, nowMs));
  }
  for (const session of sessions.values()) {
    for (const turn of session.open) stalls.push(...stallOfTurn(connection, session, turn, nowMs));
  }
  return stalls.sort((a, b) => a.seq - b.seq);
}

function stallOf(connection: Connection, request: Exchange, nowMs: number): Violation[] {
  const { method, sender, needsNoAnswer, cancelRequested, sessionId, turn } = request;
  const age = nowMs - request.at;
  const place = { at: request, fault: otherOf(sender), sessionId, turn };
  if (needsNoAnswer || cancelRequested !== undefined) return [];
  if (method === 'initialize') {
    if (age < PATIENCE.initialize) return [];
    return [stall('eos/initialize-never-answered', `initialize is unanswered for ${lasting(age)}`, place)];
  }
  if (method === 'session/request_permission') {
    if (age < PATIENCE.permission) return [];
    const message = `waiting for the user for ${lasting(age)}: permission for ${titleOf(connection, request)}`;
    return [stall('eos/permission-never-answered', message, place)];
  }
  if (UNHURRIED.has(method) || age < PATIENCE.request) return [];
  const rule = RESTORES_SESSION.has(method) ? 'eos/load-never-answered' : 'eos/request-never-answered';
  return [stall(rule, `${method} is unanswered for ${lasting(age)}`, place)];
}

function stallOfTurn(connection: Connection, session: Session, turn: Turn, nowMs: number): Violation[] {
  const isV2 = connection.version === 2;
  if (isV2 && !isWorking(session.foreground)) return [];
  const cancel = isV2 ? session.foreground.cancelled : turn.cancel;
  const place = { fault: 'agent', sessionId: session.id, turn: turn.number } as const;
  if (cancel !== undefined) {
    const age = nowMs - cancel.at;
    if (age < PATIENCE.cancel) return [];
    const message = `session/cancel is not confirmed for ${lasting(age)}`;
    return [stall('eos/cancel-never-confirmed', message, { ...place, at: cancel })];
  }
  const last = lastOf(session, turn);
  const silence = nowMs - last.at;
  if (silence < PATIENCE.silence || isHeldByClient(connection, session, turn, { by: 'unknown' })) return [];
  const rule = isV2 ? 'eos/foreground-never-idle' : 'eos/turn-never-answered';
  const message = `the turn goes on, and the agent is silent for ${lasting(silence)}`;
  return [stall(rule, message, { ...place, at: turn, evidence: [last] })];
}

interface Place {
  readonly at: Moment;
  readonly fault: Sender;
  readonly sessionId: string | undefined;
  readonly turn: number | undefined;
  readonly evidence?: readonly Moment[];
}

function stall(rule: string, message: string, { at, fault, sessionId, turn, evidence = [] }: Place): Violation {
  const seqs = evidence.map(({ seq }) => seq).filter((seq) => seq !== at.seq);
  return { rule, severity: 'info', fault, seq: at.seq, sessionId, turn, message, evidence: seqs, raced: false };
}

function titleOf({ sessions }: Connection, { params, sessionId }: Exchange): string {
  const object = objectOf(params);
  const call = toolCallOf(object);
  const known = sessions.get(sessionId ?? '')?.toolCalls.get(textOf(call?.['toolCallId']) ?? '')?.title;
  return quoted(textOf(call?.['title']) ?? textOf(object?.['title']) ?? known);
}
