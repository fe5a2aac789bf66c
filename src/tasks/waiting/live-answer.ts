import type { Connection } from '../../model/state/connection.js';
import type { WhyJson } from '../../report/waits/why-json-schema.js';
import { whyOf } from '../../report/waits/why-answer.js';
import type { Subject } from '../conversations/conversations.js';

/**
 * What a conversation that goes on waits for, for who asked something else of it; undefined if it does not go on. To be
 * asked after the last entry and before the end is told, which closes what is open.
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
