import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../store/schema/sqlite.js';
import { Ingester } from '../../store/journal/ingester.js';
import { LAST_STEPS, type IngestStep } from '../../store/journal/ingest-step.js';
import { JournalReader } from '../../store/journal/journal-reader.js';
import { retireJournal } from '../../store/journal/journals.js';
import { refuseForeignHands } from '../../store/schema/foreign-hands.js';
import { journalPlace } from '../../store/schema/locate.js';
import { openDatabase } from '../../store/schema/open-database.js';
import { afterRecording, type RecordingWishes } from './after-recording.js';
import { damagedJournalText } from './damaged-journal-text.js';
import { IngestPace } from './ingest-pace.js';
import { LiveStateKeeper } from './live-state-keeper.js';
import { COMMAND_BUSY_MS } from './open-up-to-date.js';
import type { IngestCheck } from '../checking/ingest-check.js';

/** Between two tries while another process writes, or the disk is full, in ms. */
const TRY_AGAIN_MS = { locked: 5, full: 1000 };
/** How long the database may be locked before a message is printed, in ms. */
const SAY_LOCKED_AFTER_MS = 2000;

export interface FollowJournalOptions {
  /** If violations are printed as they happen: the folder whose configuration is used. */
  readonly checkIn: string | undefined;
  /** With `checkIn`: how long a wait may go without progress, in ms; undefined: as long as is usual in the recording. */
  readonly stallMs: number | undefined;
  readonly wishes: RecordingWishes;
  readonly warn: (text: string) => void;
}

/**
 * Brings one journal into the database as it grows, until all of it is in. It waits while the database is locked or the disk
 * is full.
 */
export async function followJournal(
  journal: string,
  { checkIn, stallMs, wishes, warn }: FollowJournalOptions,
): Promise<void> {
  // the rules are loaded only if they are needed
  const check =
    checkIn === undefined
      ? undefined
      : new (await import('../checking/ingest-check.js')).IngestCheck(journal, { folder: checkIn, stallMs, warn });
  await new IngestRun(journal, { warn, wishes, check }).run();
}

interface IngestDuties {
  readonly warn: (text: string) => void;
  readonly wishes: RecordingWishes;
  readonly check: IngestCheck | undefined;
}

/** What a growing journal is brought in with. */
interface OpenJournal {
  readonly db: Database;
  readonly ingester: Ingester;
  readonly pace: IngestPace;
  readonly keeper: LiveStateKeeper;
}

class IngestRun {
  readonly #journal: string;
  readonly #warn: (text: string) => void;
  readonly #wishes: RecordingWishes;
  readonly #check: IngestCheck | undefined;
  #open: OpenJournal | undefined;
  #lockedSinceMs: number | undefined;
  #saidFull = false;

  constructor(journal: string, { warn, wishes, check }: IngestDuties) {
    this.#journal = journal;
    this.#warn = warn;
    this.#wishes = wishes;
    this.#check = check;
  }

  async run(): Promise<void> {
    try {
      while (await this.#tryStep());
    } catch (thrown) {
      if (existsSync(this.#journal)) throw thrown;
      // another process has brought the journal in already
      this.#finishWhatIsIn();
    }
  }

  #finishWhatIsIn(): void {
    const { fixture, keep } = this.#wishes;
    if (this.#check === undefined && fixture === undefined && keep === undefined) return;
    const db = openDatabase(journalPlace(this.#journal).database, { create: false, busyMs: COMMAND_BUSY_MS });
    this.#check?.after('gone', db);
    this.#fulfilWishes(db);
    db.close();
  }

  #fulfilWishes(db: Database): void {
    afterRecording(db, journalPlace(this.#journal).id, this.#wishes, this.#warn);
  }

  /** Does a step and waits until the next is due. Returns false if there is none. */
  async #tryStep(): Promise<boolean> {
    try {
      const { ingester, pace } = (this.#open ??= this.#openAll());
      const seenBytes = ingester.reader.sizeBytes();
      const step = this.#step(this.#open);
      this.#lockedSinceMs = undefined;
      if (LAST_STEPS.has(step)) return false;
      if (!this.#keepState(step, this.#open)) await pace.afterStep(step, seenBytes);
    } catch (thrown) {
      const pauseMs = this.#pauseAfter(thrown);
      if (pauseMs === undefined) throw thrown;
      await sleep(pauseMs);
    }
    return true;
  }

  /** Returns whether there is more to do at once. */
  #keepState(step: IngestStep, { ingester, keeper }: OpenJournal): boolean {
    const { reached } = ingester;
    if (reached === undefined) keeper.forget();
    return step === 'caught-up' && reached !== undefined && keeper.step(reached.recording, reached.nextSeq);
  }

  #step({ db, ingester }: OpenJournal): IngestStep {
    const step = ingester.step();
    this.#check?.after(step, db);
    if (step === 'done' || step === 'gone') this.#fulfilWishes(db);
    if (step === 'done') {
      const damaged = retireJournal(db, ingester.reader);
      if (damaged !== undefined) this.#warn(damagedJournalText(damaged));
    }
    if (LAST_STEPS.has(step)) {
      ingester.close();
      db.close();
    }
    return step;
  }

  #openAll(): OpenJournal {
    const { database } = journalPlace(this.#journal);
    refuseForeignHands(database);
    // do not create a database for a journal that is gone
    new JournalReader(this.#journal).close();
    // SQLite must not wait for locks: we make our own pauses
    const db = openDatabase(database, { create: true, busyMs: 0 });
    const ingester = new Ingester(db, this.#journal);
    const pace = new IngestPace(this.#journal, () => ingester.reader.sizeBytes());
    return { db, ingester, pace, keeper: new LiveStateKeeper(db) };
  }

  #pauseAfter(thrown: unknown): number | undefined {
    const code = String((thrown as { code?: unknown }).code);
    if (code.startsWith('SQLITE_BUSY') || code === 'DATABASE_BUSY') {
      this.#sayLocked();
      return TRY_AGAIN_MS.locked;
    }
    // if the journal was removed too, our open files may be what fills the disk
    if (code !== 'SQLITE_FULL' || !existsSync(this.#journal)) return undefined;
    if (!this.#saidFull) this.#warn('the disk of the database is full; the recording waits in its journal');
    this.#saidFull = true;
    return TRY_AGAIN_MS.full;
  }

  #sayLocked(): void {
    const now = Date.now();
    this.#lockedSinceMs ??= now;
    if (now - this.#lockedSinceMs < SAY_LOCKED_AFTER_MS) return;
    this.#lockedSinceMs = Infinity;
    this.#warn('another process keeps the database locked; the recording waits in its journal');
  }
}
