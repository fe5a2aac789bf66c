import { lstatSync, statSync, type Stats } from 'node:fs';
import { TurntableError } from '../../errors.js';
import { journalFolder } from './locate.js';

/** Bits of a mode that let the group or everyone write. */
const OTHERS_MAY_WRITE = 0o022;
const ROOT = 0;

/**
 * Users set this to 1 if their file system shows every file as writable by all, as Windows drives in WSL do, so that modes mean nothing.
 * Owners are still checked.
 */
const IGNORE_MODES = 'TURNTABLE_IGNORE_MODES';

/**
 * Says who else may have written a file or folder, with its owner and mode. Undefined if only this user and root can write it, if it does
 * not exist, and on systems without owners. A link counts as its target, unless someone else owns the link.
 */
export function foreignHand(path: string): string | undefined {
  const link = statsOf(path, lstatSync);
  if (link === undefined) return undefined;
  if (link.isSymbolicLink() && isOthers(link)) return `${path}, a link, ${ownerOf(link)}`;
  const there = statsOf(path, statSync);
  const hand = there && foreignHandOn(there);
  return hand && `${path} ${hand}`;
}

/** Undefined if the path cannot be reached; opening it later says why. */
function statsOf(path: string, read: typeof lstatSync): Stats | undefined {
  try {
    return read(path);
  } catch {
    return undefined;
  }
}

/** The same for known {@link Stats}, without the path. */
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

/** Why the journals beside a database must not be brought into it; undefined if they may. */
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

/** The hint for problems that {@link foreignHand} finds. */
export const HINT = [
  'Make it yours alone (chown, chmod go-w), or name another database with --db.',
  `If modes mean nothing there, as on a Windows drive in WSL, set ${IGNORE_MODES}=1.`,
].join(' ');
