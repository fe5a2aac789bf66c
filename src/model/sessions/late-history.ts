import type { JsonObject } from '../../wire/json-text.js';
import type { Connection } from '../state/connection.js';
import { isContent } from './content-updates.js';
import { objectOf, textOf } from '../json-access.js';
import { isEcho } from '../turns/prompt-digest.js';
import type { Session } from '../state/session.js';
import type { Turn } from '../state/turn.js';

/**
 * v1: whether an update is the first one to continue the history after the load was answered: content before any prompt
 * or, if the next prompt was already sent, a user message that is not that prompt.
 */
export function opensLateHistory(
  { version }: Connection,
  session: Session,
  updateKind: string | undefined,
  update: JsonObject | undefined,
): boolean {
  const { replay, lateHistory, restored, open, closedTurns } = session;
  if (version !== 1 || replay !== undefined || lateHistory !== undefined) return false;
  if (restored?.method !== 'session/load' || (closedTurns.at(-1)?.end.seq ?? -1) > restored.seq) return false;
  const turn = open.at(-1);
  if (turn === undefined) return isContent(updateKind);
  if (turn.seq < restored.seq || updateKind !== 'user_message_chunk') return false;
  return !isEchoIn(turn, objectOf(update?.['content']));
}

/** Whether a user message may be the turn's own prompt, or something the agent sends during the turn. */
function isEchoIn({ prompt, echoed, firstOutput }: Turn, content: JsonObject | undefined): boolean {
  if (echoed || firstOutput !== undefined || prompt === undefined) return true;
  const text = textOf(content?.['text']);
  return text === undefined || isEcho(prompt, text);
}
