import type { JsonObject } from '../../wire/json-text.js';
import { dropOldest } from '../drop-oldest.js';
import type { Connection } from '../state/connection.js';
import { objectOf, objectsOf, textOf } from '../json-access.js';
import type { PromptV2 } from '../state/session-prompt.js';
import { dropPrompts, rememberId, settleRestored, strayEcho } from './prompts.js';
import type { Foreground, ReplayWindow, Session } from '../state/session.js';
import { stopReasonOf } from '../reading/step-of.js';
import type { Step } from '../state/step.js';
import { closeTurn, newTurn, tokensOf } from './turns.js';

/** At most this many calls and messages are remembered per piece of work. */
const REMEMBERED_IDS = 20_000;

/** Whether the session reports that it is working. */
export function isWorking({ state }: Foreground): boolean {
  return state === 'running' || state === 'requires_action';
}

/** v2: applies a state_update, the beginning or end of foreground work (spec: v2/prompt-lifecycle). */
export function applyStateUpdate(session: Session, step: Step, update: JsonObject): void {
  const { seq, at } = step;
  const { foreground, replay } = session;
  const state = textOf(update['state']);
  const { background } = update;
  if (Array.isArray(background)) {
    foreground.listed = { seq, at };
    foreground.background = new Map(objectsOf(background).map((item) => [backgroundKey(item), { seq, at }]));
  }
  if (replay !== undefined) {
    replay.state = state;
    replay.stopReason = stopReasonOf(update);
    replay.contentsAfterState = 0;
    // a state counts only once the session is restored; before that it may be history
    if (!replay.duringWork) return;
  }
  if (state === 'running' || state === 'requires_action') beginWork(session, step, state);
  else if (state === 'idle') endWork(session, step, update);
  else if (state !== undefined) foreground.custom ??= { seq, at, state };
}

/** The key of an item in a background list: a terminal or a tool call. */
export function backgroundKey(item: JsonObject): string {
  const id = textOf(item['toolCallId'] ?? item['terminalId']) ?? '';
  return `${textOf(item['type']) ?? ''} ${id}`;
}

/**
 * Whether an idle ends nothing, and only repeats the known state. Repeated snapshots may carry the last stop reason.
 */
export function isSnapshot({ foreground, replay }: Session, update: JsonObject): boolean {
  if (replay !== undefined && !replay.duringWork) return true;
  if (isWorking(foreground)) return false;
  const stopReason = stopReasonOf(update);
  return stopReason === undefined || (foreground.state === 'idle' && stopReason === foreground.stopReason);
}

function beginWork(session: Session, step: Step, state: 'running' | 'requires_action'): void {
  const { seq, at } = step;
  const { foreground, prompts } = session;
  foreground.custom = undefined;
  foreground.lastUpdate = { seq, at };
  settleRestored(session, step);
  if (!isWorking(foreground)) {
    foreground.workIds = new Set();
    foreground.cancelledIdle = undefined;
    // a cancel that came before the work on its prompts began still applies to that work
    const waiting = session.prompts.filter(({ worked }) => !worked);
    foreground.cancelled = waiting.every(({ cancelled }) => cancelled !== undefined)
      ? waiting[0]?.cancelled
      : undefined;
    foreground.since = { seq, at };
    const prompt = prompts.find(({ worked }) => !worked);
    const asked = prompt === undefined ? undefined : { seq: prompt.seq, at: prompt.at };
    const beginning = { request: prompt?.key, prompt: prompt?.digest, asked, overlaps: false };
    session.open.push(newTurn(session, step, beginning));
    if (prompt !== undefined) prompt.worked = true;
  }
  changeState(foreground, step, state);
  for (const prompt of prompts) prompt.worked ||= isInserted(prompt);
}

function changeState(foreground: Foreground, { seq, at }: Step, state: Foreground['state']): void {
  if (foreground.state !== state) foreground.changed = { seq, at };
  foreground.state = state;
}

/** An id in the result says that the message was inserted; without one the prompt may be in a queue. */
function isInserted({ answer, messageId, echo }: PromptV2): boolean {
  return echo !== undefined || (answer === 'accepted' && messageId !== undefined);
}

function endWork(session: Session, step: Step, update: JsonObject): void {
  const { seq, at } = step;
  const { foreground } = session;
  const stopReason = stopReasonOf(update);
  foreground.custom = undefined;
  if (isSnapshot(session, update)) {
    changeState(foreground, step, 'idle');
    foreground.since ??= { seq, at };
    return;
  }
  const wasWorking = isWorking(foreground);
  changeState(foreground, step, 'idle');
  foreground.stopReason = stopReason;
  foreground.since = { seq, at };
  if (stopReason === 'cancelled' && wasWorking) foreground.cancelledIdle = { seq, at };
  foreground.cancelled = undefined;
  if (wasWorking) endTurn(session, step, update);
  for (const prompt of session.prompts) {
    // its message may have come with another id than the result has (v2/user-message-id-mismatch)
    if (isDone(prompt, wasWorking)) {
      rememberId(session, prompt, prompt.echo?.messageId ?? strayEcho(session, prompt)?.messageId);
    }
  }
  // an accepted prompt is finished if it was worked on or needed no work, but not if it waits in the queue
  dropPrompts(session, (prompt) => !isDone(prompt, wasWorking));
  // by its result it was inserted into the work that ended, although its message has not come yet
  for (const prompt of session.prompts) prompt.worked ||= isInserted(prompt);
}

function endTurn(session: Session, step: Step, update: JsonObject): void {
  const turn = session.open.at(-1);
  if (turn === undefined) return;
  const { seq, at } = step;
  const stopReason = stopReasonOf(update);
  const usage = objectOf(update['usage']);
  if (usage !== undefined) turn.tokens = tokensOf(usage);
  for (const prompt of session.prompts) {
    if (prompt.answer === 'none' && prompt.worked) prompt.workEnded ??= { seq, at };
  }
  const how = stopReason === 'error' ? 'error' : 'stop';
  closeTurn(session, turn, step, { how, stopReason, errorCode: undefined });
}

function isDone({ answer, echo, worked }: PromptV2, wasWorking: boolean): boolean {
  return answer === 'accepted' && (worked || !wasWorking || echo !== undefined);
}

/** v2: a restored session is in the state of the last state_update before the answer (spec: v2/session-setup). */
export function restoreWork(session: Session, step: Step, replay: ReplayWindow | undefined): void {
  const { foreground } = session;
  if (replay === undefined || replay.duringWork) return;
  for (const turn of [...session.open]) {
    closeTurn(session, turn, step, { how: 'unanswered', stopReason: undefined, errorCode: undefined });
  }
  if (session.closed !== undefined || session.opened === undefined || isWorking(foreground)) {
    Object.assign(foreground, { state: 'unknown', custom: undefined, cancelled: undefined, cancelledIdle: undefined });
    dropPrompts(session, ({ answer }) => answer === 'none');
  }
  const { state, stopReason } = replay;
  if (state === 'running' || state === 'requires_action') beginWork(session, step, state);
  if (state !== 'idle') return;
  changeState(foreground, step, 'idle');
  foreground.stopReason = stopReason ?? foreground.stopReason;
  foreground.custom = undefined;
}

/** v2: notes that an update of a message, a call or a plan belongs to the current work. */
export function noteWork(connection: Connection, session: Session, step: Step, update: JsonObject): void {
  if (connection.version !== 2 || step.isHistory) return;
  const { seq, at } = step;
  const { foreground, prompts } = session;
  for (const prompt of prompts) {
    if (prompt.answer === 'accepted' || prompt.echo !== undefined) prompt.firstOutput ??= { seq, at };
  }
  if (!isWorking(foreground)) return;
  foreground.lastUpdate = { seq, at };
  const id = textOf(update['toolCallId'] ?? update['messageId']);
  if (id === undefined) return;
  foreground.workIds.add(id);
  dropOldest(foreground.workIds, REMEMBERED_IDS);
}
