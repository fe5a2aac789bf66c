import { lstatSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { journalFolder } from '../schema/locate.js';
import type { JournalReader } from './journal-reader.js';

/** What the name of a damaged journal ends with. Nothing with such a name is read as a journal. */
const DAMAGED = '.damaged';

/** Puts a journal aside, for this user alone, under a name that no other file has. Returns its new path. */
export function putAside(journal: JournalReader): string {
  const kept = freeName(journal.path);
  journal.makePrivate();
  renameSync(journal.path, kept);
  return kept;
}

function freeName(path: string): string {
  for (let n = 1; ; n += 1) {
    const name = `${path}${n === 1 ? '' : `.${n}`}${DAMAGED}`;
    if (lstatSync(name, { throwIfNoEntry: false }) === undefined) return name;
  }
}

/** The damaged journals that are kept beside a database: all, or those of one recording. */
export function damagedJournalsOf(database: string, id = ''): string[] {
  const folder = journalFolder(database);
  return namesIn(folder)
    .filter((name) => name.startsWith(id) && name.endsWith(DAMAGED))
    .sort()
    .map((name) => join(folder, name));
}

/** Of a folder; none if it cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
