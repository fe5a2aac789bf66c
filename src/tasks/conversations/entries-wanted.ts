import type { Filter } from '../../filter/filter.js';
import type { Recording } from '../../store/query/recordings.js';
import { pairOf, timelineOf, type TimelineRange } from '../../store/query/timeline.js';
import type { Database } from '../../store/schema/sqlite.js';
import type { Stream, TimelineEntry } from '../../wire/frame.js';
import type { Conversations } from './conversations.js';
import { entriesMeant } from './filter-named.js';

/** Which frames and events of a recording are wanted. Each member narrows the choice. */
export interface EntryWish {
  readonly range?: TimelineRange | undefined;
  /** Only frames of this stream, and no events. */
  readonly from?: Stream | undefined;
  /** Only messages of this method and their answers; `session/*` stands for all methods that begin so. */
  readonly method?: string | undefined;
  readonly filter?: Filter | undefined;
}

/** The frames and events of a recording that are wanted, in order. */
export function* entriesWanted(
  source: Conversations,
  recording: Recording,
  { range, from, method, filter }: EntryWish,
): Generator<TimelineEntry> {
  const { db } = source;
  const all =
    filter === undefined ? timelineOf(db, recording.number, range) : entriesMeant(source, recording, filter, range);
  for (const entry of all) {
    if (from !== undefined && (entry.type === 'event' || entry.stream !== from)) continue;
    if (method !== undefined && !isOfMethod(methodOf(db, recording, entry), method)) continue;
    yield entry;
  }
}

/** For a response, the method of its request. */
function methodOf(db: Database, { number }: Recording, entry: TimelineEntry): string | undefined {
  if (entry.type === 'event') return undefined;
  return entry.envelope?.kind === 'response' ? pairOf(db, number, entry)?.method : entry.envelope?.method;
}

/** Whether a method has this name; if the pattern ends in `*`, whether it begins so. */
function isOfMethod(method: string | undefined, pattern: string): boolean {
  if (method === undefined) return false;
  return pattern.endsWith('*') ? method.startsWith(pattern.slice(0, -1)) : method === pattern;
}
