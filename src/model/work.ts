import type { JsonObject } from '../wire/json-text.js';
import type { Connection } from './connection.js';
import { objectOf, objectsOf, textOf } from './json-access.js';
import type { Foreground, PromptV2, Session } from './session.js';
import { stopReasonOf, type Step } from './step.js';
import { closeTurn, newTurn, tokensOf } from './turns.js';

/** Whether the session says that it is at work. */
export function isWorking({ state }: Foreground): boolean {
  return state === 'running' || state === 'requires_action';
}

/** v2: state_update, the beginning and end of foreground work (prompt-lifecycle). */
export function applyStateUpdate(session: Session, step: Step, update: JsonObject): void {
  const { seq, at } = step;
  const { foreground, replay } = session;
  const state = textOf(update['state']);
  const { background } = update;
  if (Array.isArray(background)) {
    foreground.background = new Map(objectsOf(background).map((item) => [backgroundKey(item), { seq, at }]));
  }
  if (replay !== undefined) replay.state = state;
  if (state === 'running' || state === 'requires_action') beginWork(session, step, state);
  else if (state === 'idle') endWork(session, step, update);
  else if (state !== undefined) foreground.custom ??= { seq, at, state };
}

/** What a background list names: a terminal or a tool call. */
export function backgroundKey(item: JsonObject): string {
  const id = textOf(item['toolCallId'] ?? item['terminalId']) ?? '';
  return `${textOf(item['type']) ?? ''} ${id}`;
}

function beginWork(session: Session, step: Step, state: 'running' | 'requires_action'): void {
  const { seq, at } = step;
  const { foreground } = session;
  foreground.custom = undefined;
  foreground.lastUpdate = { seq, at };
  if (!isWorking(foreground)) {
    foreground.workIds = new Set();
    foreground.cancelledIdle = undefined;
    foreground.cancelled = undefined;
    foreground.since = { seq, at };
    const prompt = session.prompts.find(({ worked }) => !worked);
    const asked = prompt === undefined ? undefined : { seq: prompt.seq, at: prompt.at };
    const beginning = { request: prompt?.key, prompt: prompt?.digest, asked, overlaps: false };
    session.open.push(newTurn(session, step, beginning));
  }
  foreground.state = state;
  for (const prompt of session.prompts) prompt.worked ||= prompt.answer === 'accepted' || prompt.echo !== undefined;
}

function endWork(session: Session, step: Step, update: JsonObject): void {
  const { seq, at } = step;
  const { foreground } = session;
  const stopReason = stopReasonOf(update);
  const wasWorking = isWorking(foreground);
  foreground.custom = undefined;
  foreground.state = 'idle';
  foreground.stopReason = stopReason;
  foreground.since = { seq, at };
  if (stopReason === 'cancelled' && wasWorking) foreground.cancelledIdle = { seq, at };
  foreground.cancelled = undefined;
  const turn = session.open.at(-1);
  if (turn !== undefined && wasWorking) {
    const usage = objectOf(update['usage']);
    if (usage !== undefined) turn.tokens = tokensOf(usage);
    closeTurn(session, turn, step, {
      how: stopReason === 'error' ? 'error' : 'stop',
      stopReason,
      errorCode: undefined,
    });
  }
  // an accepted prompt that was worked on, or that needed no work, is done with; one that waits in the queue is not
  session.prompts = session.prompts.filter((prompt) => !isDone(prompt, wasWorking));
}

function isDone({ answer, echo, worked }: PromptV2, wasWorking: boolean): boolean {
  return answer === 'accepted' && (worked || !wasWorking || echo !== undefined);
}

/** v2: the user message that reports a prompt's insertion. */
export function noteEcho(connection: Connection, session: Session, step: Step, update: JsonObject): void {
  if (connection.version !== 2 || step.isHistory) return;
  const { seq, at } = step;
  const messageId = textOf(update['messageId']);
  const prompt = echoedPrompt(session, messageId);
  if (prompt !== undefined) prompt.echo = { seq, at, messageId };
}

/** The prompt that a user message echoes: the one that was promised its id, else the oldest that awaits its echo. */
export function echoedPrompt({ prompts }: Session, messageId: string | undefined): PromptV2 | undefined {
  if (prompts.some(({ echo }) => echo !== undefined && echo.messageId === messageId)) return undefined;
  const promised = prompts.find((prompt) => prompt.messageId !== undefined && prompt.messageId === messageId);
  return promised ?? prompts.find(({ echo }) => echo === undefined);
}

/** v2: an update of a message, a call or a plan belongs to the work that goes on. */
export function noteWork(connection: Connection, session: Session, step: Step, update: JsonObject): void {
  if (connection.version !== 2 || step.isHistory) return;
  const { foreground } = session;
  const id = textOf(update['toolCallId'] ?? update['messageId']);
  if (!isWorking(foreground)) return;
  foreground.lastUpdate = { seq: step.seq, at: step.at };
  if (id !== undefined) foreground.workIds.add(id);
}
