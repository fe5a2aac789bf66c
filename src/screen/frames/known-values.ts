import { METHOD_FACTS } from '../../acp/methods/method-facts.js';
import { objectOf, textOf } from '../../model/json-access.js';
import { EVENT_NAMES, type TimelineEntry } from '../../wire/frame.js';
import { readMessage } from '../../wire/message.js';
import { completionAt } from '../../filter/complete-filter.js';
import type { FieldName } from '../../filter/filter-fields.js';
import type { Completer } from '../keys/completing.js';
import type { Conversation } from '../frame/conversation.js';

/** How many entries on each side of the cursor are searched for values; few, so that typing is not delayed. */
const NEAR = 150;

/** Completes a filter with values from the recording. @param seq the entry at the cursor */
export function filterCompleter(conversation: Conversation, seq: number): Completer {
  const known = knownValues(conversation, seq);
  return (text, cursor) => completionAt(text, cursor, known);
}

/** The values of filter fields in a recording, those near an entry first. For methods, also those of the protocol. */
function knownValues(conversation: Conversation, seq: number): (field: FieldName) => readonly string[] {
  const { findings, entries } = conversation;
  const near = new Map<FieldName, Set<string>>();
  for (let at = Math.max(0, seq - NEAR); at < Math.min(entries, seq + NEAR); at += 1) {
    for (const [field, value] of valuesIn(conversation.entry(at))) {
      near.set(field, (near.get(field) ?? new Set()).add(value));
    }
  }
  const elsewhere: Partial<Record<FieldName, readonly string[]>> = {
    method: Object.values(METHOD_FACTS).flatMap((facts) => Object.keys(facts)),
    session: findings.turns.map(({ sessionId }) => sessionId),
    turn: findings.turns.map(({ number }) => String(number)),
    rule: findings.violations.map(({ rule }) => rule),
    event: EVENT_NAMES,
  };
  return (field) => [...new Set([...(near.get(field) ?? []), ...(elsewhere[field] ?? [])])];
}

function* valuesIn(entry: TimelineEntry | undefined): Generator<readonly [FieldName, string]> {
  if (entry?.type !== 'frame') return;
  const { envelope, head, sizeBytes } = entry;
  if (envelope?.method !== undefined) yield ['method', envelope.method];
  if (envelope?.sessionId !== undefined) yield ['session', envelope.sessionId];
  if (head.length < sizeBytes) return;
  const message = readMessage(head);
  if (message.kind !== 'notification' && message.kind !== 'request') return;
  const params = objectOf(message.params);
  const update = objectOf(params?.['update']);
  const kind = textOf(update?.['sessionUpdate']);
  if (kind !== undefined) yield ['update', kind];
  const call = textOf((update ?? objectOf(params?.['toolCall']))?.['toolCallId']);
  if (call !== undefined) yield ['tool', call];
}
