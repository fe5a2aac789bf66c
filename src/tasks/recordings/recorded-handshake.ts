import { HandshakeReader, type Handshake } from '../../model/handshake/handshake.js';
import type { Recording } from '../../store/query/recordings.js';
import { timelineOf } from '../../store/query/timeline.js';
import type { Database } from '../../store/schema/sqlite.js';
import { readMessage } from '../../wire/message.js';

/** The client and the agent of a recording. @param entries how many of its first entries are read at most */
export function recordedHandshake(db: Database, { number }: Recording, entries: number): Handshake {
  const reader = new HandshakeReader();
  for (const entry of timelineOf(db, number, { to: entries })) {
    if (reader.complete) break;
    // a frame that is listed only in part is too large for a handshake
    if (entry.type === 'event' || entry.stream === 'stderr' || entry.head.length < entry.sizeBytes) continue;
    reader.take(entry.stream, readMessage(entry.head));
  }
  return reader.handshake;
}
