import { dropOldest } from '../drop-oldest.js';
import type { Connection } from '../state/connection.js';
import type { Exchange } from '../state/exchange.js';
import { objectOf, textOf } from '../json-access.js';
import type { Moment } from '../state/moment.js';
import { digestOf, HASH_START, hashText, isEcho } from './prompt-digest.js';
import type { PromptDigest, Echo, PromptV2, ToldText } from '../state/session-prompt.js';
import type { Session } from '../state/session.js';
import type { Step } from '../state/step.js';
import type { Turn } from '../state/turn.js';
import type { JsonObject } from '../../wire/json-text.js';

/** At most this many unfinished prompts are remembered per session. */
const REMEMBERED_PROMPTS = 1_000;
const REMEMBERED_TEXTS = 1_000;
const REMEMBERED_STRAYS = 100;
/** This much of a message is enough to recognize an echo. */
const HEAD = 200;

/** v2: applies session/prompt. Its answer, its echo and its work come separately (spec: v2/prompt-lifecycle). */
export function awaitPrompt(session: Session, step: Step, digest: PromptDigest): void {
  const { key, seq, at } = step;
  if (key === undefined) return;
  session.prompts.push({ seq, at, key, digest, answer: 'none', messageId: undefined, echo: undefined, worked: false });
  if (session.prompts.length > REMEMBERED_PROMPTS) session.prompts.shift();
  settleRestored(session, step);
}

/** v2: notes that something live happened, so that later updates of a resumed session need not be history. */
export function settleRestored({ restored }: Session, { seq, at }: Moment): void {
  if (restored !== undefined) restored.settled ??= { seq, at };
}

/** The text of a user message in this update. */
export function toldText({ seq, at }: Moment, update: JsonObject): ToldText {
  const { content } = update;
  if (Array.isArray(content)) {
    const { textHash, textLength } = digestOf(content);
    return { seq, at, hash: textHash, length: textLength, isWhole: true };
  }
  const text = textOf(objectOf(content)?.['text']) ?? '';
  return { seq, at, hash: hashText(text, HASH_START), length: text.length, isWhole: content === null };
}

/** Continues a message: a chunk is appended, content replaces the text so far. */
export function extendText(told: ToldText, update: JsonObject): void {
  const { content } = update;
  if (content === undefined) return;
  const chunk = textOf(objectOf(content)?.['text']);
  if (chunk !== undefined) {
    told.hash = hashText(chunk, told.hash);
    told.length += chunk.length;
    told.isWhole = false;
  } else if (Array.isArray(content) || content === null) {
    const { hash, length } = toldText(told, update);
    Object.assign(told, { hash, length, isWhole: true });
  }
}

/** Whether a message has exactly the text of a prompt. */
export function saysTheSame({ digest }: PromptV2, { hash, length }: ToldText): boolean {
  return digest.textHash === hash && digest.textLength === length;
}

/** Whether, by its text, a message may be the echo of a prompt. More chunks may still come. */
export function mayEcho(prompt: PromptV2, echo: Echo): boolean {
  if (saysTheSame(prompt, echo)) return true;
  const { textLength } = prompt.digest;
  return !echo.isWhole && echo.length <= textLength && echo.head !== '' && isEcho(prompt.digest, echo.head);
}

/** v2: applies a user message, which most likely reports that a prompt was inserted. */
export function noteEcho(connection: Connection, session: Session, step: Step, update: JsonObject): void {
  if (connection.version !== 2 || step.isHistory || session.prompts.length === 0) return;
  const messageId = textOf(update['messageId']);
  const known = knownEcho(session, messageId);
  if (known !== undefined) {
    extendText(known, update);
    return;
  }
  const promised = session.prompts.find((prompt) => messageId !== undefined && prompt.messageId === messageId);
  const isOlder = messageId !== undefined && session.messages.known.get(`user ${messageId}`)?.seq !== step.seq;
  const echo: Echo = { ...toldText(step, update), messageId, head: headOf(update) };
  if (promised !== undefined) {
    promised.echo = echo;
    // inserted after the idle, so its work is still to come
    const isResting = session.foreground.state === 'idle' || session.foreground.state === 'unknown';
    if (isResting && promised.workEnded === undefined) promised.worked = false;
  } else if (!isOlder) place(session, echo);
}

function knownEcho({ prompts, strays }: Session, messageId: string | undefined): Echo | undefined {
  const echoed = prompts.find(({ echo }) => echo !== undefined && echo.messageId === messageId)?.echo;
  return echoed ?? (messageId === undefined ? undefined : strays.get(messageId));
}

function headOf({ content }: JsonObject): string {
  if (Array.isArray(content)) return digestOf(content).head;
  return (textOf(objectOf(content)?.['text']) ?? '').trim().slice(0, HEAD);
}

/**
 * Assigns a message to the prompt it most likely echoes: one with the same text, otherwise the oldest without an echo.
 */
function place(session: Session, echo: Echo): void {
  const free = session.prompts.filter(
    ({ messageId }) => messageId === undefined || echo.messageId === undefined || messageId === echo.messageId,
  );
  const alike = free.find(
    (prompt) => mayEcho(prompt, echo) && (prompt.echo === undefined || !mayEcho(prompt, prompt.echo)),
  );
  const prompt = alike ?? free.find((candidate) => candidate.echo === undefined);
  if (prompt === undefined) {
    stray(session, echo);
    return;
  }
  if (prompt.echo !== undefined) stray(session, prompt.echo);
  prompt.echo = echo;
}

function stray({ strays }: Session, echo: Echo): void {
  if (echo.messageId === undefined) return;
  strays.set(echo.messageId, echo);
  dropOldest(strays, REMEMBERED_STRAYS);
}

/** v2: applies the answer to session/prompt, which says that its message was inserted, and with which id. */
export function applyAcceptance(session: Session, step: Step, { key }: Exchange): void {
  const { result, error, seq, at } = step;
  const prompt = session.prompts.find((candidate) => candidate.key === key);
  if (prompt === undefined) return;
  prompt.answered = { seq, at };
  if (error !== undefined) {
    prompt.answer = 'refused';
    dropPrompts(session, (candidate) => candidate !== prompt);
    if (prompt.echo !== undefined && session.prompts.length > 0) place(session, prompt.echo);
    return;
  }
  prompt.answer = 'accepted';
  const messageId = textOf(objectOf(result)?.['messageId']);
  if (messageId === undefined) {
    rememberId(session, prompt, prompt.echo?.messageId);
    return;
  }
  prompt.messageId = messageId;
  const earlier = earlierUse(session, prompt, messageId);
  if (earlier !== undefined) prompt.repeats = earlier;
  claimEcho(session, prompt, messageId);
  rememberId(session, prompt, messageId);
}

/** Where another user message came with the id of a prompt's message before. */
export function earlierUse(session: Session, prompt: PromptV2, messageId: string): Moment | undefined {
  for (const told of session.promptIds.values()) if (told.ids.has(messageId)) return told;
  const facts = session.messages.known.get(`user ${messageId}`);
  return facts === undefined || facts.seq > prompt.seq ? undefined : { seq: facts.seq, at: prompt.at };
}

/** The result names the message, so that is the echo, whichever seemed likely before. */
function claimEcho(session: Session, prompt: PromptV2, messageId: string): void {
  const { prompts, strays } = session;
  const guessed = prompt.echo;
  // a message without an id may be the echo (message/missing-id)
  if (guessed !== undefined && (guessed.messageId === undefined || guessed.messageId === messageId)) return;
  const other = prompts.find(({ echo }) => echo?.messageId === messageId);
  prompt.echo = other?.echo ?? strays.get(messageId);
  strays.delete(messageId);
  if (other !== undefined) other.echo = undefined;
  if (guessed !== undefined) place(session, guessed);
}

/** Forgets finished prompts, and the messages that belonged only to them. */
export function dropPrompts(session: Session, isKept: (prompt: PromptV2) => boolean): void {
  session.prompts = session.prompts.filter(isKept);
  if (session.prompts.length === 0) session.strays.clear();
}

/**
 * v2: whether the echo of an accepted prompt is missing when the work of a turn ends. A prompt that waits in the
 * agent's queue, or came in the middle of the work, has time until later work ends.
 */
export function lacksEcho(prompt: PromptV2, turn: Turn): boolean {
  const { answer, answered, echo, messageId, key, seq, repeats } = prompt;
  if (answer !== 'accepted' || echo !== undefined || answered === undefined || repeats !== undefined) return false;
  if (turn.request === key) return seq < turn.seq;
  // an id says that the message was inserted; without one it may only have been queued
  return messageId !== undefined && answered.seq < turn.seq;
}

/** v2: a message with the text of a prompt, but not with the id in its result. */
export function strayEcho({ strays }: Session, prompt: PromptV2): Echo | undefined {
  return [...strays.values()].find((echo) => echo.seq > prompt.seq && echo.length > 0 && mayEcho(prompt, echo));
}

/** Remembers the id of a prompt's text, to find it in a replay. */
export function rememberId(session: Session, { digest, messageId, seq, at }: PromptV2, id: string | undefined): void {
  if (id === undefined || digest.textLength === 0) return;
  const name = textKey({ hash: digest.textHash, length: digest.textLength });
  const told = session.promptIds.get(name) ?? { seq, at, ids: new Set(), isPromised: false };
  told.ids.add(id);
  dropOldest(told.ids, REMEMBERED_TEXTS);
  told.isPromised ||= messageId !== undefined;
  session.promptIds.set(name, told);
  dropOldest(session.promptIds, REMEMBERED_TEXTS);
}

/** The key of a message's text in `promptIds`. */
export function textKey({ hash, length }: Pick<ToldText, 'hash' | 'length'>): string {
  return `${hash} ${length}`;
}
