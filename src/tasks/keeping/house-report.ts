import { formatBytes, formatCount } from '../../report/quantities.js';
import {
  filesBytes,
  markRemovalsSaid,
  policyAppliedUs,
  policyRemovals,
  type PolicyRemoval,
} from '../../store/query/removals.js';
import { tryToWrite } from '../../store/schema/try-to-write.js';
import type { Database } from '../../store/schema/sqlite.js';

/** From this size on, in bytes, a policy is suggested. */
const MUCH_BYTES = 2e9;
/** A policy that was not applied for this long, in µs, counts as given up. */
const FORGOTTEN_AFTER_US = 30 * 24 * 3600 * 1e6;
/** How long to wait for a lock to note that removals were reported, in ms. */
const SAY_BUSY_MS = 200;

/** How many of the removed recordings are named. */
const NAMED = 5;

/** The size of a database's files: `3 recordings take 1.2 GB`. */
export function sizeText(db: Database, recordings: number): string {
  return `${formatCount(recordings, 'recording')}, ${formatBytes(filesBytes(db))} on disk`;
}

/** Advice on how to limit a large database; undefined if it is small, or if it has a policy. */
export function policyAdvice(db: Database): string | undefined {
  if (filesBytes(db) < MUCH_BYTES) return undefined;
  const appliedUs = policyAppliedUs(db);
  if (appliedUs !== undefined && Date.now() * 1000 - appliedUs < FORGOTTEN_AFTER_US) return undefined;
  return 'Remove old recordings: turntable prune --older 30d. Or set a limit: turntable record --keep-size 5GB -- AGENT';
}

/** The removals by policies that were not reported yet; undefined if there are none. Each is reported once. */
export function newRemovalsText(db: Database): string | undefined {
  const removals = policyRemovals(db).filter(({ isSaid }) => !isSaid);
  if (removals.length === 0) return undefined;
  tryToWrite(db, SAY_BUSY_MS, () => {
    markRemovalsSaid(db);
  });
  return removalsText(removals);
}

/** All removals by policies; undefined if there are none. */
export function allRemovalsText(db: Database): string | undefined {
  const removals = policyRemovals(db);
  return removals.length === 0 ? undefined : removalsText(removals);
}

function removalsText(removals: readonly PolicyRemoval[]): string {
  const bytes = removals.reduce((sum, removal) => sum + removal.bytes, 0);
  const reasons = [...new Set(removals.map(({ reason }) => `--keep-${reason}`))].sort().join(' and ');
  const named = removals
    .slice(-NAMED)
    .map(({ number, name }) => (name === undefined ? String(number) : `${number} (${name})`));
  const rest = removals.length > NAMED ? `the last: ${named.join(', ')}` : named.join(', ');
  return `${reasons} removed ${formatCount(removals.length, 'recording')} (${formatBytes(bytes)}): ${rest}`;
}
