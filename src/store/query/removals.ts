import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { journalFolder } from '../schema/locate.js';
import type { Database } from '../schema/sqlite.js';
import type { Recording } from './recordings.js';
import { sizeOf } from './remove.js';

/** The limit of a policy that removed a recording. */
export type PolicyReason = 'days' | 'size';

/** A recording that a policy has removed. */
export interface PolicyRemoval {
  readonly number: number;
  readonly name: string | undefined;
  readonly startedUs: number;
  /** Of its streams. */
  readonly bytes: number;
  readonly reason: PolicyReason;
  /** Wall clock of its removal, in µs since 1970. */
  readonly removedUs: number;
}

/** How many removals are remembered. */
const KEPT_NOTES = 1000;

/** Wall clock of the last frame or event, in µs since 1970. */
export function endOf({ startedUs, lastNs }: Recording): number {
  return startedUs + lastNs / 1000;
}

/** Notes that a recording is about to be removed. */
export function noteRemoval(db: Database, recording: Recording, reason: PolicyReason): void {
  const { id, number, name, startedUs } = recording;
  db.transaction(() => {
    db.prepare('INSERT OR REPLACE INTO policy_removal VALUES (?, ?, ?, ?, ?, ?, ?, 0)').run(
      number,
      id,
      name ?? null,
      startedUs,
      sizeOf(recording),
      reason,
      Date.now() * 1000,
    );
    db.prepare(
      `DELETE FROM policy_removal WHERE number <
         (SELECT number FROM policy_removal ORDER BY number DESC LIMIT 1 OFFSET ${KEPT_NOTES - 1})`,
    ).run();
  }).immediate();
}

/** What policies have removed so far, the latest removal last. */
export function policyRemovals(db: Database): (PolicyRemoval & { readonly isSaid: boolean })[] {
  const rows = db
    .prepare(
      // if a noted recording still exists, the process was killed before it removed it
      `SELECT number, name, started_us AS startedUs, bytes, reason, removed_us AS removedUs, said FROM policy_removal
       WHERE id NOT IN (SELECT id FROM recording) ORDER BY removed_us, number`,
    )
    .all() as (Omit<PolicyRemoval, 'name'> & { name: string | null; said: number })[];
  return rows.map(({ name, said, ...row }) => ({ ...row, name: name ?? undefined, isSaid: said === 1 }));
}

/** Marks all removals as reported. */
export function markRemovalsSaid(db: Database): void {
  db.prepare('UPDATE policy_removal SET said = 1 WHERE said = 0 AND id NOT IN (SELECT id FROM recording)').run();
}

/** Remembers that a policy is in force. */
export function notePolicy(
  db: Database,
  { days, bytes }: { days?: number | undefined; bytes?: number | undefined },
): void {
  db.prepare('INSERT OR REPLACE INTO policy VALUES (1, ?, ?, ?)').run(days ?? null, bytes ?? null, Date.now() * 1000);
}

/** When a policy was applied last, in µs since 1970; undefined if none ever was. */
export function policyAppliedUs(db: Database): number | undefined {
  return db.prepare('SELECT applied_us FROM policy').pluck().get() as number | undefined;
}

/** What the files of a database take once free pages are given back, its journals included, in bytes. */
export function filesBytes(db: Database): number {
  const pragma = (name: string): number => db.pragma(name, { simple: true }) as number;
  const pages = pragma('page_count') - pragma('freelist_count');
  return pages * pragma('page_size') + journalBytes(journalFolder(db.name));
}

function journalBytes(folder: string): number {
  try {
    return readdirSync(folder).reduce((sum, name) => {
      const stat = lstatSync(join(folder, name), { throwIfNoEntry: false });
      return sum + (stat?.isFile() ? stat.size : 0);
    }, 0);
  } catch {
    return 0;
  }
}

/** Marks a recording to keep, so that no policy removes it, or removes that mark. */
export function markKept(db: Database, { number }: Recording, isKept: boolean): void {
  db.prepare('UPDATE recording SET kept = ? WHERE number = ?').run(isKept ? 1 : 0, number);
}
