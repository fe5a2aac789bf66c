import { join } from 'node:path';
import type { Database } from '../schema/sqlite.js';
import { TurntableError } from '../../errors.js';
import type { Stream } from '../../wire/frame.js';
import type { Line } from '../../wire/line-splitter.js';
import type { Recording } from '../query/recordings.js';
import { isRecordingId, journalFolder } from '../schema/locate.js';
import { readFrom } from './ingest-position.js';
import { JournalFold } from './journal-fold.js';
import { JournalReader } from './journal-reader.js';
import { JournalRow } from './journal-row.js';

/** A line that has begun in a live recording and that no newline has ended yet. */
export interface BegunLine extends Omit<Line, 'terminated' | 'startByte'> {
  readonly stream: Stream;
}

/**
 * The lines that no newline has ended yet: they are in no row, since a line becomes one when it ends. Read from the
 * journal, from where the ingest is. None if the recording has ended or its journal cannot be read.
 */
export function unfinishedLines(db: Database, { id }: Pick<Recording, 'id'>): BegunLine[] {
  const position = new JournalRow(db, id).find()?.position;
  const reader = position && readerOf(db.name, id);
  if (position === undefined || reader === undefined) return [];
  try {
    let isAtEnd = false;
    const begun: BegunLine[] = [];
    const fold = new JournalFold(position, {
      frame: (_, stream, line) => {
        if (isAtEnd) begun.push({ ...line, stream });
      },
      part: () => undefined,
      event: () => undefined,
      anchor: () => undefined,
      chunk: () => undefined,
    });
    const records = reader.records(readFrom(position));
    for (let placed = records.next(); placed !== undefined; placed = records.next()) fold.take(placed);
    isAtEnd = true;
    if (!fold.ended) fold.takeUnfinished();
    return begun;
  } finally {
    reader.close();
  }
}

function readerOf(database: string, id: string): JournalReader | undefined {
  // a database may say anything, a path to someone's file too
  if (!isRecordingId(id)) return undefined;
  try {
    return new JournalReader(join(journalFolder(database), id));
  } catch (thrown) {
    // brought in and gone, or not ours to read
    if (thrown instanceof TurntableError) return undefined;
    throw thrown;
  }
}
