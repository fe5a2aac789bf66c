import { existsSync, lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../schema/sqlite.js';
import { reasonOf, TurntableError } from '../../errors.js';
import type { JournalDamage } from '../../wire/journal-damage.js';
import { namesIn, putAside } from './damaged-journals.js';
import { Ingester } from './ingester.js';
import type { JournalReader } from './journal-reader.js';
import { JournalRow } from './journal-row.js';
import { HINT, whyNotToIngest } from '../schema/foreign-hands.js';
import { isRecordingId, journalFolder } from '../schema/locate.js';
import { livenessOf } from './process-identity.js';

/** A journal that is not, or not wholly, in the database yet. */
export interface JournalFile {
  /** The recording's id. */
  readonly id: string;
  readonly path: string;
  readonly sizeBytes: number;
  /** When it was last written, in ms since 1970. */
  readonly writtenMs: number;
}

/** The journals beside a database, the oldest first. */
export function journalsOf(database: string): JournalFile[] {
  const folder = journalFolder(database);
  return namesIn(folder)
    .filter(isRecordingId)
    .sort()
    .flatMap((id) => {
      const path = join(folder, id);
      // it may be gone since the folder was read; a link or a pipe is no journal
      const stat = lstatSync(path, { throwIfNoEntry: false });
      return !stat?.isFile() ? [] : [{ id, path, sizeBytes: stat.size, writtenMs: stat.mtimeMs }];
    });
}

export interface BringInOptions {
  /** Whether the caller looks again soon: then an ingest that is behind is not waited for. */
  readonly isFollowed?: boolean;
  /** Told how far a journal is in, from 0 to 1. */
  readonly progress?: (id: string, done: number) => void;
  readonly warn: (text: string) => void;
  /** Called when a recording's tap has ended and all its rows are in, before the journal goes. */
  readonly ended?: (ingester: Ingester) => void;
  /** Told of journals that could not be read whole. */
  readonly damaged?: (journal: JournalPutAside) => void;
}

/** How long a command waits, in ms and for all live recordings, until their ingests have read what the journals held when it came. */
const LIVE_PATIENCE_MS = 100;
/** How long another process that is at a recording may stand still before a command goes on without the rest, in ms. */
const STANDSTILL_MS = 10_000;
const LOOK_AGAIN_MS = { live: 2, left: 20 };
/** A journal that is empty so long, in ms, is that of a tap that never found room for its first record: nothing is lost with it. */
const EMPTY_FOR_MS = 3600 * 1000;

/**
 * Brings into the database what its journals hold: those of taps that were killed, or that run under a Node that cannot load
 * SQLite. What another living process is bringing in is left to it.
 */
export function bringInJournals(db: Database, options: BringInOptions): void {
  const files = journalsOf(db.name);
  const refusal = files.length === 0 ? undefined : whyNotToIngest(db.name);
  if (refusal !== undefined) {
    options.warn(`${refusal}; ${files.length} journals are not brought into the database. ${HINT}`);
    return;
  }
  const liveUntilMs = Date.now() + (options.isFollowed === true ? 0 : LIVE_PATIENCE_MS);
  for (const file of files) {
    const { id, path, sizeBytes, writtenMs } = file;
    if (sizeBytes === 0) {
      if (Date.now() - writtenMs > EMPTY_FOR_MS) rmSync(path, { force: true });
      continue;
    }
    try {
      bringInJournal(db, file, { ...options, liveUntilMs });
    } catch (thrown) {
      // brought in by another process, and gone
      if (!existsSync(path)) continue;
      // one bad journal keeps no one from the others; it stays where it is
      options.warn(`recording ${id} could not be brought in completely: ${reasonOf(thrown)}`);
    }
  }
}

function bringInJournal(
  db: Database,
  { id, path, sizeBytes }: JournalFile,
  options: BringInOptions & { readonly liveUntilMs: number },
): void {
  const ingester = new Ingester(db, path);
  const patience = new Patience(ingester, { wantedBytes: sizeBytes, liveUntilMs: options.liveUntilMs });
  try {
    if (ingester.reader.header.id !== id) {
      throw new TurntableError('JOURNAL_UNREADABLE', `the journal ${path} claims to belong to another recording`);
    }
    for (;;) {
      const step = ingester.step();
      options.progress?.(ingester.reader.header.id, ingester.progress);
      if (step === 'done') {
        options.ended?.(ingester);
        const damaged = retireJournal(db, ingester.reader);
        if (damaged !== undefined) options.damaged?.(damaged);
      }
      const pauseMs = step === 'taken' ? patience.pauseMs() : undefined;
      if (pauseMs !== undefined) sleep(pauseMs);
      else if (step !== 'more') return;
    }
  } finally {
    ingester.close();
  }
}

/**
 * Waits for the process that brings a recording in. If the tap has ended, it waits for all of the journal, unless nothing moves. If
 * the recording goes on, it waits for what was in the journal when we came.
 */
class Patience {
  readonly #ingester: Ingester;
  readonly #live: { readonly wantedBytes: number; readonly liveUntilMs: number };
  #readBytes = -1;
  #movedAtMs = 0;

  constructor(ingester: Ingester, live: { readonly wantedBytes: number; readonly liveUntilMs: number }) {
    this.#ingester = ingester;
    this.#live = live;
  }

  /** How long to wait before the next look, in ms; undefined if it waits no longer. */
  pauseMs(): number | undefined {
    const { reader, readBytes } = this.#ingester;
    if (livenessOf(reader.header.owner, reader.lastWrittenMs()) === 'alive') {
      const { wantedBytes, liveUntilMs } = this.#live;
      return readBytes >= wantedBytes || Date.now() >= liveUntilMs ? undefined : LOOK_AGAIN_MS.live;
    }
    if (readBytes !== this.#readBytes) this.#movedAtMs = Date.now();
    this.#readBytes = readBytes;
    return Date.now() - this.#movedAtMs > STANDSTILL_MS ? undefined : LOOK_AGAIN_MS.left;
  }
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** A journal that could not be read whole. */
export interface JournalPutAside {
  /** The recording's id. */
  readonly id: string;
  readonly damage: JournalDamage;
  /** Where the journal is now. */
  readonly path: string;
}

/**
 * Takes away a journal that is wholly in, once its rows have reached the disk: a commit alone is not on it yet. A damaged one may
 * hold what we cannot read: it is put aside, never removed, and never read again.
 */
export function retireJournal(db: Database, reader: JournalReader): JournalPutAside | undefined {
  const [result] = db.pragma('wal_checkpoint(PASSIVE)') as { busy: number; log: number; checkpointed: number }[];
  // else a reader keeps the rest in the log for now: the next command tries again
  if (result?.busy !== 0 || result.log !== result.checkpointed || !reader.isInPlace()) return undefined;
  const { id } = reader.header;
  const damage = new JournalRow(db, id).damage();
  if (damage !== undefined) return { id, damage, path: putAside(reader) };
  rmSync(reader.path);
  return undefined;
}
