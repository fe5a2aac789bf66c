import type { JsonObject } from '../wire/json-text.js';
import { dropOldest } from './answered-ids.js';
import { textOf } from './json-access.js';
import type { Session } from './session.js';
import type { Step } from './step.js';

const REMEMBERED_MESSAGES = 5_000;

/** @param kind user, agent or thought: v2b gives each its own space of ids */
export function noteMessage(session: Session, { updateKind, isHistory }: Step, update: JsonObject, kind: string): void {
  const id = textOf(update['messageId']);
  const { messages, replay } = session;
  if (!isHistory) messages.lastIds.set(kind, id ?? null);
  if (id === undefined) return;
  replay?.messages.add(`${kind} ${id}`);
  const name = `${kind} ${id}`;
  const facts = messages.known.get(name) ?? { kind, hasContent: false };
  facts.hasContent ||= updateKind?.endsWith('_chunk') === true || update['content'] !== undefined;
  messages.known.set(name, facts);
  dropOldest(messages.known, REMEMBERED_MESSAGES);
}
