import { existsSync } from 'node:fs';
import type { Database } from '../schema/sqlite.js';
import type { TapEvent } from '../../wire/frame.js';
import { isWhole } from '../../wire/journal-damage.js';
import { safeInteger } from '../../wire/safe-integer.js';
import { readFrom, startPosition, type IngestPosition } from './ingest-position.js';
import type { IngestStep } from './ingest-step.js';
import type { JournalCursor } from './journal-cursor.js';
import { JournalFold, type FoldSink } from './journal-fold.js';
import { JournalReader } from './journal-reader.js';
import {
  deleteRowsFrom,
  factsOfHeader,
  JournalRow,
  type IngestRow,
  type RecordingState,
  type RowUpdate,
} from './journal-row.js';
import { livenessOf, ownIdentity, type Liveness } from './process-identity.js';
import { sinkTo } from './row-sink.js';
import { IngestSums } from '../proof/ingest-sums.js';
import { RowWriter, type NewRow } from '../schema/row-writer.js';

/** What a claim comes to where there is nothing, or nothing more, for us to do. */
type NoClaim = 'done' | 'kept' | 'taken' | 'gone';

/** Beyond so many rows, or bytes of the journal, a transaction is committed before more is read. */
const ROWS_PER_TRANSACTION = 4000;
const BYTES_PER_TRANSACTION = 1024 * 1024;

/** The recording's row, taken by this process, and what is read but not committed. */
interface Claim {
  readonly number: number;
  readonly position: IngestPosition;
  readonly rows: RowWriter;
  readonly sums: IngestSums;
  readonly fold: JournalFold;
  readonly records: JournalCursor;
  /** Read, and not committed yet. */
  readonly batch: NewRow[];
  /** What events have said about the recording, from its first on. */
  readonly seen: { exit: RowUpdate['exit'] };
  /** What the look at the owner said when there was nothing more to read. */
  verdict: Liveness;
  /** How the recording stands once the batch is in, where nothing more is to come. */
  final: { readonly state: RecordingState; readonly position: IngestPosition | undefined } | undefined;
}

/**
 * Brings one journal into the database, a short transaction at a time. Frames, counts and the position to go on from commit
 * together: a process that is killed, or finds that another has gone on in its place, leaves nothing wrong behind.
 *
 * A step may throw SQLite's errors; after SQLITE_BUSY it can be made again.
 */
export class Ingester {
  readonly reader: JournalReader;
  readonly #db: Database;
  readonly #row: JournalRow;
  readonly #livenessOf: typeof livenessOf;
  readonly #self = ownIdentity();
  #claim: Claim | undefined;

  /** @throws {TurntableError} `JOURNAL_UNREADABLE` */
  constructor(db: Database, journal: string, options: { readonly livenessOf?: typeof livenessOf } = {}) {
    this.#db = db;
    this.#livenessOf = options.livenessOf ?? livenessOf;
    this.reader = new JournalReader(journal);
    this.#row = new JournalRow(db, this.reader.header.id);
  }

  /** How far the ingest is, whoever is at it, from 0 to 1. */
  get progress(): number {
    return Math.min(1, this.readBytes / Math.max(1, this.reader.sizeBytes()));
  }

  /** How many bytes of the journal are in, whoever is at it; infinite if nothing is left to read. */
  get readBytes(): number {
    if (this.#claim !== undefined) return this.#claim.records.at;
    const row = this.#row.find();
    return row?.isIn === true ? Infinity : (row?.position?.at ?? 0);
  }

  /** The number of the recording and of its next frame or event; undefined if this process does not bring it in. */
  get reached(): { readonly recording: number; readonly nextSeq: number } | undefined {
    return this.#claim && { recording: this.#claim.number, nextSeq: this.#claim.position.seq };
  }

  /** Reads and commits the next megabyte or so. */
  step(): IngestStep {
    const claim = this.#claim ?? this.#takeClaim();
    if (typeof claim === 'string') return claim;
    this.#claim = claim;
    if (claim.batch.length === 0 && claim.final === undefined && !this.#readOn(claim)) return 'caught-up';
    if (!this.#commit(claim)) {
      this.#claim = undefined;
      return 'taken';
    }
    if (claim.final === undefined) return 'more';
    this.#claim = undefined;
    return claim.final.state === 'unknown' ? 'kept' : 'done';
  }

  /** Gives the claim back, so that another process can go on at once. */
  close(): void {
    if (this.#claim !== undefined) {
      this.#db
        .prepare('UPDATE recording SET ingester = NULL WHERE number = ? AND ingester = ?')
        .run(this.#claim.number, JSON.stringify(this.#self));
    }
    this.reader.close();
  }

  #takeClaim(): Claim | NoClaim {
    // asked without the lock, which that process may be waiting for
    if (this.#isTaken(this.#row.find())) return 'taken';
    const taken = this.#db.transaction((): { number: number; position: IngestPosition } | NoClaim => {
      const row = this.#row.find();
      if (this.#row.isRemoved() || !existsSync(this.reader.path)) return 'gone';
      const position = row?.position ?? startPosition(this.reader.firstAt);
      const number = row?.number ?? this.#row.insert(this.reader.header);
      if (row !== undefined) {
        if (row.isIn) return 'done';
        if (this.#isTaken(row)) return 'taken';
        if (position.provisionalAtBytes === this.reader.sizeBytes()) {
          const owner = this.#ownerLiveness();
          if (row.state === 'killed' && owner === 'dead') return 'done';
          if (row.state !== 'live' && owner === 'unknown') return 'kept';
        }
        // where nobody knows how far it was, it begins again
        if (row.position === undefined || position.provisionalAtBytes !== undefined)
          deleteRowsFrom(this.#db, number, position.seq);
        delete position.provisionalAtBytes;
      }
      this.#db
        .prepare(`UPDATE recording SET ingester = ?, ingest = ?, state = 'live' WHERE number = ?`)
        .run(JSON.stringify(this.#self), JSON.stringify(position), number);
      return { number, position };
    });
    const claimed = taken.immediate();
    return typeof claimed === 'string' ? claimed : this.#claimOf(claimed.number, claimed.position);
  }

  /** Whether another process, which is running, brings it in. */
  #isTaken(row: IngestRow | undefined): boolean {
    if (row?.isIn !== false || row.ingester === undefined || row.ingester.pid === this.#self.pid) return false;
    return this.#livenessOf(row.ingester, Date.now()) === 'alive';
  }

  #claimOf(number: number, position: IngestPosition): Claim {
    const sums = new IngestSums();
    const batch: NewRow[] = [];
    const seen: Claim['seen'] = { exit: undefined };
    const note = (row: NewRow): void => {
      if (row.type === 'event' && row.event.name === 'exit') seen.exit = exitOf(row.event);
    };
    const records = this.reader.records();
    const fold = new JournalFold(
      position,
      sinkTo(sums, (row) => {
        note(row);
        batch.push(row);
      }),
    );
    this.#catchUp(records, position, { before: this.#foldFromStart(sinkTo(sums, note)), fold });
    const rows = new RowWriter(this.#db, number);
    return { number, position, rows, sums, fold, records, batch, seen, verdict: 'alive', final: undefined };
  }

  #foldFromStart(sink: FoldSink): JournalFold {
    return new JournalFold(startPosition(this.reader.firstAt), sink);
  }

  /** Sums cannot be saved half-made, nor can lines: what an ingest before this one has brought in is read again. */
  #catchUp(records: JournalCursor, position: IngestPosition, to: { before: JournalFold; fold: JournalFold }): void {
    const [end, splitFrom] = [position.at, readFrom(position)];
    while (records.at < end) {
      const placed = records.next();
      if (placed === undefined) break;
      if (placed.at < end) to.before.take(placed);
      if (placed.at >= splitFrom || placed.record.kind === 'end') to.fold.take(placed);
    }
  }

  /** Reads what has come since; false where nothing has, and more may. */
  #readOn(claim: Claim): boolean {
    const { records, fold, batch } = claim;
    const from = records.at;
    let placed = records.next();
    const hasMore = placed !== undefined;
    if (hasMore) claim.verdict = 'alive';
    while (placed !== undefined) {
      fold.take(placed);
      if (batch.length >= ROWS_PER_TRANSACTION || records.at - from > BYTES_PER_TRANSACTION) return true;
      placed = records.next();
    }
    if (fold.ended) {
      this.#end(claim);
      return true;
    }
    if (hasMore) return true;
    if (claim.verdict !== 'alive') {
      this.#endWithoutEnd(claim, claim.verdict);
      return true;
    }
    claim.verdict = this.#ownerLiveness();
    // what it wrote before it died, and after our read, is still to be read
    return claim.verdict !== 'alive' && this.#readOn(claim);
  }

  #end(claim: Claim): void {
    claim.fold.takeUnfinished();
    claim.fold.takeTail({ unreadBytes: this.#unreadBytes(claim), isCut: false });
    this.#finish(claim, { state: 'ended', position: undefined });
  }

  /** The journal stops without saying so: what it holds is shown, and taken back should there be more of it after all. */
  #endWithoutEnd(claim: Claim, verdict: Liveness): void {
    const provisional = { ...structuredClone(claim.position), provisionalAtBytes: this.reader.sizeBytes() };
    claim.fold.takeUnfinished();
    claim.fold.takeTail({ unreadBytes: this.#unreadBytes(claim), isCut: claim.records.isCut });
    const state = verdict === 'dead' ? 'killed' : 'unknown';
    const reason = state === 'killed' ? 'the tap was killed' : 'the tap ran out of sight, and may still be running';
    const { cutBytes } = claim.position.damage;
    const unread = cutBytes > 0 ? { unread: String(cutBytes) } : {};
    claim.fold.addEvent({ name: 'incomplete', fields: { reason, ...unread } });
    this.#finish(claim, { state, position: provisional });
  }

  #finish(claim: Claim, final: NonNullable<Claim['final']>): void {
    claim.final = final;
    const { events, lastNs, ...streams } = countsOf(claim);
    const { exit } = claim.seen;
    const rows = claim.sums.end({
      ...factsOfHeader(this.reader.header),
      state: final.state,
      exitCode: exit?.code,
      exitSignal: exit?.signal,
      events,
      lastNs,
      streams,
      damage: damageOf(claim),
    });
    claim.batch.push(...rows);
  }

  #unreadBytes({ position }: Claim): number {
    return Math.max(0, this.reader.sizeBytes() - position.at);
  }

  #ownerLiveness(): Liveness {
    return this.#livenessOf(this.reader.header.owner, this.reader.lastWrittenMs());
  }

  /** False where the row is no longer ours. */
  #commit(claim: Claim): boolean {
    const { number, position, rows, batch, final, seen } = claim;
    const committed = this.#db.transaction(() => {
      const row = this.#row.find();
      if (row?.number !== number || JSON.stringify(row.ingester) !== JSON.stringify(this.#self)) return false;
      for (const row of batch) rows.write(row);
      this.#row.update(number, {
        state: final?.state ?? 'live',
        counts: countsOf(claim),
        position: final === undefined ? position : final.position,
        damage: damageOf(claim),
        ingester: final === undefined ? this.#self : undefined,
        exit: seen.exit,
      });
      return true;
    });
    const ours = committed.immediate();
    batch.length = 0;
    return ours;
  }
}

/** Undefined as long as the journal is whole. */
function damageOf({ position: { damage } }: Claim): RowUpdate['damage'] {
  return isWhole(damage) ? undefined : damage;
}

function countsOf({ position, sums, final }: Claim): RowUpdate['counts'] {
  const { streams, events, lastNs } = position;
  const of = (stream: keyof typeof streams): RowUpdate['counts'][typeof stream] => {
    const { frames, startByte, lost } = streams[stream];
    const sha256 = final === undefined ? undefined : sums.streams.of(stream).digest();
    return { frames, bytes: startByte, lost, sha256 };
  };
  return { client: of('client'), agent: of('agent'), stderr: of('stderr'), events, lastNs };
}

function exitOf({ fields }: TapEvent): RowUpdate['exit'] {
  const { code, signal } = fields;
  return { code: code === undefined ? undefined : safeInteger(Number(code)), signal };
}
