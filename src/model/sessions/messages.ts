import type { JsonObject } from '../../wire/json-text.js';
import { dropOldest } from '../drop-oldest.js';
import { textOf } from '../json-access.js';
import type { Session } from '../state/session.js';
import type { Step } from '../state/step.js';

const REMEMBERED_MESSAGES = 5_000;

/** @param kind user, agent or thought: v2b gives each its own space of ids */
export function noteMessage(session: Session, step: Step, update: JsonObject, kind: string): void {
  const { seq, updateKind, isHistory } = step;
  const id = textOf(update['messageId']);
  const { messages, replay } = session;
  if (!isHistory) messages.lastIds.set(kind, id ?? null);
  if (id === undefined) return;
  const name = `${kind} ${id}`;
  const tells = updateKind?.endsWith('_chunk') === true || update['content'] !== undefined;
  if (tells) replay?.messages.add(name);
  const facts = messages.known.get(name) ?? { kind, seq, isHistory, hasContent: false };
  facts.hasContent ||= tells;
  messages.known.set(name, facts);
  dropOldest(messages.known, REMEMBERED_MESSAGES);
}
