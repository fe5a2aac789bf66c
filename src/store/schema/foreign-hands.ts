import { lstatSync, statSync, type Stats } from 'node:fs';
import { TurntableError } from '../../errors.js';
import { journalFolder } from './locate.js';

/** Bits of a mode that let the group or everyone write. */
const OTHERS_MAY_WRITE = 0o022;
const ROOT = 0;

/**
 * Set to 1 by a user whose file system shows every file as writable by all, as drives of Windows in WSL do: modes say nothing
 * there. Owners are asked for all the same.
 */
const IGNORE_MODES = 'TURNTABLE_IGNORE_MODES';

/**
 * Says who else may have written a file or folder, with its owner and mode; undefined if only this user and root may, if nothing
 * is there, and on systems without owners. A link counts as what it leads to, unless someone else has made it.
 */
export function foreignHand(path: string): string | undefined {
  const link = statsOf(path, lstatSync);
  if (link === undefined) return undefined;
  if (link.isSymbolicLink() && isOthers(link)) return `${path}, a link, ${ownerOf(link)}`;
  const there = statsOf(path, statSync);
  const hand = there && foreignHandOn(there);
  return hand && `${path} ${hand}`;
}

/** Undefined where nothing can be reached: opening it says why. */
function statsOf(path: string, read: typeof lstatSync): Stats | undefined {
  try {
    return read(path);
  } catch {
    return undefined;
  }
}

/** The same for what {@link Stats} are known of, without its path. */
export function foreignHandOn(stats: Stats): string | undefined {
  if (process.getuid === undefined) return undefined;
  const mode = `mode ${(stats.mode & 0o7777).toString(8).padStart(4, '0')}`;
  if (isOthers(stats)) return `${ownerOf(stats)} (${mode})`;
  if (process.env[IGNORE_MODES] === '1') return undefined;
  return (stats.mode & OTHERS_MAY_WRITE) === 0
    ? undefined
    : `can be written to by others (${mode}, owner ${stats.uid})`;
}

function isOthers({ uid }: Stats): boolean {
  const own = process.getuid?.();
  return own !== undefined && uid !== own && uid !== ROOT;
}

function ownerOf({ uid }: Stats): string {
  return `belongs to user ${uid}, not to you`;
}

/** Why nothing may be brought into a database from the journals beside it; undefined where it may. */
export function whyNotToIngest(database: string): string | undefined {
  const journals = journalFolder(database);
  // a folder from elsewhere may hold a link to the journals of another database
  if (statsOf(journals, lstatSync)?.isSymbolicLink()) return `${journals} is a link`;
  return foreignHand(database) ?? foreignHand(journals);
}

/** @throws {TurntableError} `DATABASE_UNTRUSTED` */
export function refuseForeignHands(database: string): void {
  const why = whyNotToIngest(database);
  if (why === undefined) return;
  throw new TurntableError('DATABASE_UNTRUSTED', `${why}; nothing was brought into the database`, { hint: HINT });
}

/** What helps against {@link foreignHand}. */
export const HINT = [
  'Make it yours alone (chown, chmod go-w), or name another database with --db.',
  `If modes mean nothing there, as on a Windows drive in WSL, set ${IGNORE_MODES}=1.`,
].join(' ');
