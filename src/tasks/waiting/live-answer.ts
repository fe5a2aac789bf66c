import type { Connection } from '../../model/state/connection.js';
import type { WhyJson } from '../../report/waits/why-json-schema.js';
import { whyOf } from '../../report/waits/why-answer.js';
import type { Subject } from '../conversations/conversations.js';

/**
 * The waits of a live conversation, for commands that answer another question; undefined if it is not live. Call this after the last entry,
 * but before the end is passed to the model, which closes everything open.
 */
export function liveAnswer(
  connection: Connection,
  { name, live }: Pick<Subject, 'name' | 'live'>,
): WhyJson | undefined {
  if (live === undefined) return undefined;
  const { nowMs, outside } = live;
  const rest = { word: undefined, state: 'live', hasTimes: true, notes: [] } as const;
  return whyOf(connection, { ...rest, name, nowMs: nowMs(), outside: outside() });
}
