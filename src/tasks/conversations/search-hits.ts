import type { Filter } from '../../filter/filter.js';
import type { TextMatcher } from '../../pattern/text-matcher.js';
import type { SearchJson } from '../../report/json-output.js';
import { listRecordings, type Recording } from '../../store/query/recordings.js';
import { wholeFrame } from '../../store/query/timeline.js';
import type { Database } from '../../store/schema/sqlite.js';
import type { Frame } from '../../wire/frame.js';
import { DECODED_BYTES_LIMIT } from '../../wire/message.js';
import type { Conversations, NamedRecordings } from './conversations.js';
import { entriesWanted } from './entries-wanted.js';

/** Characters shown before and after a hit. */
const AROUND = 60;

/** The pattern, and the frames to search. */
export interface SearchWish {
  readonly pattern: TextMatcher;
  readonly from?: Frame['stream'] | undefined;
  readonly filter?: Filter | undefined;
}

/**
 * The recordings to search: one, the conversations of a file or, if nothing is named, all.
 *
 * @throws {TurntableError} what {@link Conversations.recordings} throws
 */
export function searchedIn(named: string | undefined, conversations: Conversations): NamedRecordings {
  if (named !== undefined) return conversations.recordings(named);
  return { source: conversations, recordings: listRecordings(conversations.db), file: undefined };
}

/** The frames with a hit, each with its first one, in the order of the recordings and their frames. */
export function* searchHits(
  { source, recordings, file }: NamedRecordings,
  { pattern, from, filter }: SearchWish,
): Generator<SearchJson> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for (const recording of recordings) {
    const { id, number, name = null } = recording;
    const place = file === undefined ? { recording: id, number, name } : { recording: null, number: null, file, name };
    for (const entry of entriesWanted(source, recording, { from, filter })) {
      if (entry.type === 'event') continue;
      const bytes = searched(source.db, recording, entry);
      if (!pattern.isInBytes(bytes)) continue;
      const text = decoder.decode(bytes);
      const found = pattern.find(text);
      if (found === undefined) continue;
      const { start, end } = found;
      yield {
        ...place,
        seq: entry.seq,
        sender: entry.stream,
        method: entry.envelope?.method ?? null,
        before: whole(text.slice(Math.max(0, start - AROUND), start)),
        match: whole(text.slice(start, Math.min(end, start + 4 * AROUND))),
        after: whole(text.slice(end, end + AROUND)),
      };
    }
  }
}

/** Removes half a surrogate pair that a cut has left at either end. */
function whole(text: string): string {
  return text.replaceAll(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
}

/** The bytes to search; for a frame that is too large, only its beginning. */
function searched(db: Database, { number }: Recording, frame: Frame): Uint8Array {
  return frame.sizeBytes > DECODED_BYTES_LIMIT ? frame.head : wholeFrame(db, number, frame);
}
