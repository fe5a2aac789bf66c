import type { JsonObject } from '../../wire/json-text.js';
import { dropOldest } from '../drop-oldest.js';
import type { Connection } from '../state/connection.js';
import type { Exchange } from '../state/exchange.js';
import { objectOf, objectsOf, textOf } from '../json-access.js';
import type { Session } from '../state/session.js';
import type { Step } from '../state/step.js';
import type { Decision, ToolCall } from '../state/tool-call.js';
import { askedCallId, toolCallOf } from './asked-call.js';
import { applyToolCall } from './tool-calls.js';
import { begin, finish } from '../turns/busy-time.js';
import { openTurn } from '../turns/turn-beginning.js';

const REMEMBERED_DECISIONS = 5_000;

export function applyPermissionRequest(connection: Connection, step: Step): void {
  const { session, params, turn, at } = step;
  if (turn !== undefined) {
    turn.permissions += 1;
    begin(turn.permissionWait, at);
  }
  const toolCall = toolCallOf(params);
  if (session !== undefined && toolCall !== undefined) applyToolCall(connection, session, step, toolCall);
}

export function decisionOf(exchange: Exchange, result: Step['result']): Decision {
  const outcome = objectOf(objectOf(result)?.['outcome']);
  if (outcome?.['outcome'] === 'cancelled') return { outcome: 'cancelled', optionId: undefined, kind: undefined };
  const optionId = textOf(outcome?.['optionId']);
  const options = objectsOf(objectOf(exchange.params)?.['options']);
  const option = options.find((candidate) => candidate['optionId'] === optionId);
  const kind = textOf(option?.['kind']);
  if (kind?.startsWith('allow') === true) return { outcome: 'approved', optionId, kind };
  if (kind?.startsWith('reject') === true) return { outcome: 'rejected', optionId, kind };
  const isSelected = outcome?.['outcome'] === 'selected';
  return {
    outcome: 'unknown',
    unknown: !isSelected ? 'outcome' : option === undefined ? 'option' : 'kind',
    optionId,
    kind,
  };
}

export function applyPermissionAnswer({ session, exchange, result, error, seq, at, version }: Step): void {
  if (session === undefined || exchange === undefined) return;
  const turn = openTurn(session, exchange.turn);
  if (turn !== undefined) finish(turn.permissionWait, at);
  if (error !== undefined) return;
  const decision = decisionOf(exchange, result);
  if (turn !== undefined && decision.outcome === 'rejected') turn.rejections += 1;
  // v2: any option except one that allows may tell the agent to stop; v1: one that is named so
  const mayStop = decision.outcome !== 'approved' && (version === 2 || saysStop(exchange, decision));
  if (turn !== undefined && mayStop) turn.dismissed ??= { seq, at };
  if (turn !== undefined && decision.outcome === 'cancelled') {
    turn.dismissed ??= { seq, at };
    const isExplained = exchange.cancelRequested !== undefined || exchange.cancelledBy !== undefined;
    if (!isExplained && turn.cancel === undefined && turn.closing === undefined) {
      turn.dismissedUnasked ??= { seq, at };
      session.dismissed.add(turn);
    }
  }
  const params = objectOf(exchange.params);
  const id = askedCallId(params);
  const call = id === undefined ? undefined : session.toolCalls.get(id);
  if (call !== undefined) {
    const { outcome, unknown } = decision;
    // an agent that withdraws its request may have got the permission elsewhere
    const isWithdrawn = outcome === 'cancelled' && exchange.cancelRequested !== undefined;
    const paths = outcome === 'approved' ? [] : pathsOf(call, toolCallOf(params));
    call.permission = isWithdrawn
      ? undefined
      : { seq, at, outcome, ...(unknown !== undefined && { unknown }), ...(paths.length > 0 && { paths }) };
  }
  if (decision.kind !== 'allow_always' && decision.kind !== 'reject_always') return;
  const key = alwaysKey(session, params);
  if (key === undefined) return;
  session.alwaysDecided.set(key, { seq, at });
  dropOldest(session.alwaysDecided, REMEMBERED_DECISIONS);
}

const STOP = /\b(cancel|abort|stop|interrupt|quit)/i;

/** Whether the option that was chosen calls itself a cancel. */
function saysStop({ params }: Exchange, { optionId }: Decision): boolean {
  const chosen = objectsOf(objectOf(params)?.['options']).find((option) => option['optionId'] === optionId);
  return STOP.test(`${optionId ?? ''} ${textOf(chosen?.['name']) ?? ''}`);
}

/** How many files of a call that was refused are remembered. */
const REMEMBERED_PATHS = 20;

/** The files that a call is about, as it was reported and as the request shows it. */
function pathsOf({ locations }: ToolCall, shown: JsonObject | undefined): string[] {
  const places = [...objectsOf(locations), ...objectsOf(shown?.['locations']), ...objectsOf(shown?.['content'])];
  return [...new Set(places.flatMap(({ path }) => textOf(path) ?? []))].slice(0, REMEMBERED_PATHS);
}

/** The key under which "always" is remembered: the kind of the tool and the title of the permission request. */
export function alwaysKey({ toolCalls }: Session, params: JsonObject | undefined): string | undefined {
  const shown = toolCallOf(params);
  const call = toolCalls.get(textOf(shown?.['toolCallId']) ?? '');
  const title = textOf(shown?.['title']) ?? call?.title ?? textOf(params?.['title']);
  const kind = textOf(shown?.['kind']) ?? call?.kind;
  return title === undefined ? undefined : `${kind ?? ''} ${title}`;
}
