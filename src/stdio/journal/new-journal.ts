import { join } from 'node:path';
import { makeDatabaseFolders } from '../../store/schema/locate.js';
import { ownIdentity } from '../../store/journal/process-identity.js';
import { newRecordingId } from '../../store/journal/recording-id.js';
import { JOURNAL_FORMAT, type JournalHeader } from '../../wire/journal-header.js';
import { Journal } from './journal.js';
import { useNodesCrc32Soon } from './record-crc32.js';

/** How often we check that the journal still exists, in ms. */
const GUARD_MS = 1000;

/** The facts that the caller gives for a new recording; the rest of the header is added here. */
export type NewRecording = Omit<JournalHeader, 'format' | 'id' | 'owner' | 'cwd' | 'wallUs'>;

/**
 * Begins the journal of a recording, whose time zero is now.
 *
 * @throws what the file system says
 */
export function newJournal(
  recording: NewRecording,
  warn: (text: string) => void,
): { readonly id: string; readonly path: string; readonly journal: Journal } {
  const id = newRecordingId(Date.now());
  const path = join(makeDatabaseFolders(recording.database), id);
  const facts = { format: JOURNAL_FORMAT, id, owner: ownIdentity(), cwd: process.cwd(), wallUs: Date.now() * 1000 };
  const journal = new Journal(path, { ...recording, ...facts }, clock(), warn);
  useNodesCrc32Soon();
  setInterval(() => {
    journal.restoreIfRemoved();
  }, GUARD_MS).unref();
  return { id, path, journal };
}

/** Monotonic time since now, in ns. */
function clock(): () => number {
  const zero = process.hrtime.bigint();
  return () => Number(process.hrtime.bigint() - zero);
}
