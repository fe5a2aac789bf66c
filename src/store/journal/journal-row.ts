import type { Database } from '../schema/sqlite.js';
import { STREAMS } from '../../wire/frame.js';
import type { JournalHeader, ProcessIdentity } from '../../wire/journal-header.js';
import type { JournalDamage } from '../../wire/journal-damage.js';
import { safeInteger } from '../../wire/safe-integer.js';
import { savedPosition, type IngestPosition } from './ingest-position.js';
import { blockOf } from '../proof/block-checks.js';
import type { RecordedFacts } from '../proof/recorded-facts.js';
import { keyOf } from '../schema/row-keys.js';
import { storedDamage, storedProcess } from '../schema/stored-json.js';
import { streamNumber } from '../schema/row-writer.js';

/** `unknown`: its tap ran where this process cannot look, and may still. */
export type RecordingState = 'live' | 'ended' | 'killed' | 'unknown';

/** What the row of a recording says about its ingest. */
export interface IngestRow {
  readonly number: number;
  readonly state: RecordingState;
  /** Whether the journal is in, and nothing is left to go on with. */
  readonly isIn: boolean;
  /** Undefined once the journal is in, and where what was saved is no position. */
  readonly position: IngestPosition | undefined;
  readonly ingester: ProcessIdentity | undefined;
}

/** The recording's row as one ingest after another finds and leaves it. To be used inside immediate transactions. */
export class JournalRow {
  readonly #id: string;
  readonly #select;
  readonly #removal;
  readonly #damage;
  readonly #insert;
  readonly #insertStream;
  readonly #update;
  readonly #updateStream;

  constructor(db: Database, id: string) {
    this.#id = id;
    this.#select = db.prepare('SELECT number, state, ingest, ingester FROM recording WHERE id = ?');
    this.#removal = db.prepare('SELECT 1 FROM removal WHERE id = ?');
    this.#damage = db.prepare('SELECT damage FROM recording WHERE id = ?').pluck();
    this.#insert = db.prepare(
      `INSERT INTO recording (id, source, name, started_us, recorded_us, argv, cwd, owner, headers, state)
       VALUES (?, 'tap', ?, ?, ?, ?, ?, ?, ?, 'live')`,
    );
    this.#insertStream = db.prepare('INSERT INTO stream (recording, stream) VALUES (?, ?)');
    this.#update = db.prepare(
      `UPDATE recording SET state = ?, exit_code = ?, exit_signal = ?,
       events = ?, last_ns = ?, ingest = ?, ingester = ?, damage = ? WHERE number = ?`,
    );
    this.#updateStream = db.prepare(
      'UPDATE stream SET frames = ?, bytes = ?, lost = ?, sha256 = ? WHERE recording = ? AND stream = ?',
    );
  }

  find(): IngestRow | undefined {
    const row = this.#select.get(this.#id) as
      { number: number; state: RecordingState; ingest: string | null; ingester: string | null } | undefined;
    if (row === undefined) return undefined;
    return {
      number: row.number,
      state: row.state,
      isIn: row.ingest === null && row.state !== 'live',
      position: row.ingest === null ? undefined : savedPosition(row.ingest),
      ingester: storedProcess(row.ingester),
    };
  }

  /** Whether someone has begun to remove the recording: its journal brings nothing back. */
  isRemoved(): boolean {
    return this.#removal.get(this.#id) !== undefined;
  }

  /** What is wrong with the journal; undefined as long as it is whole. */
  damage(): JournalDamage | undefined {
    return storedDamage((this.#damage.get(this.#id) as string | null | undefined) ?? null);
  }

  /** Makes the row; returns the recording's number. */
  insert(header: JournalHeader): number {
    const { startedUs, recordedUs, argv, cwd, owner, headers } = factsOfHeader(header);
    const { lastInsertRowid } = this.#insert.run(
      this.#id,
      header.name ?? null,
      startedUs,
      recordedUs,
      JSON.stringify(argv),
      cwd,
      owner,
      headers === undefined ? null : JSON.stringify(headers),
    );
    const number = Number(lastInsertRowid);
    for (const stream of STREAMS) this.#insertStream.run(number, streamNumber(stream));
    return number;
  }

  update(number: number, { state, counts, position, ingester, damage, exit }: RowUpdate): void {
    this.#update.run(
      state,
      exit?.code ?? null,
      exit?.signal ?? null,
      counts.events,
      counts.lastNs,
      position === undefined ? null : JSON.stringify(position),
      ingester === undefined ? null : JSON.stringify(ingester),
      damage === undefined ? null : JSON.stringify(damage),
      number,
    );
    for (const stream of STREAMS) {
      const { frames, bytes, lost, sha256 } = counts[stream];
      this.#updateStream.run(frames, bytes, lost, sha256 ?? null, number, streamNumber(stream));
    }
  }
}

export interface StreamCounts {
  readonly frames: number;
  readonly bytes: number;
  readonly lost: number;
  readonly sha256: Uint8Array | undefined;
}

export interface RowUpdate {
  readonly state: RecordingState;
  readonly counts: Readonly<Record<'client' | 'agent' | 'stderr', StreamCounts>> & {
    readonly events: number;
    readonly lastNs: number;
  };
  readonly position: IngestPosition | undefined;
  readonly ingester: ProcessIdentity | undefined;
  /** Undefined as long as the journal is whole. */
  readonly damage: JournalDamage | undefined;
  readonly exit: { readonly code: number | undefined; readonly signal: string | undefined } | undefined;
}

/** What the header of a journal says of its recording. */
export function factsOfHeader({ id, argv, cwd, wallUs, owner, pace }: JournalHeader): HeaderFacts {
  const startedUs = safeInteger(wallUs);
  const headers = pace === undefined ? undefined : [['pace', pace] as const];
  return { id, source: 'tap', argv, cwd, startedUs, recordedUs: startedUs, owner: JSON.stringify(owner), headers };
}

type HeaderFacts = Pick<
  RecordedFacts,
  'id' | 'source' | 'argv' | 'cwd' | 'startedUs' | 'recordedUs' | 'owner' | 'headers'
>;

/** Takes back the rows from `seq` on, and the states derived from them. */
export function deleteRowsFrom(db: Database, recording: number, seq: number): void {
  const [from, end] = [keyOf(recording, seq), keyOf(recording + 1, 0)];
  for (const table of ['frame', 'envelope', 'event'] as const) {
    db.prepare(`DELETE FROM ${table} WHERE key >= ? AND key < ?`).run(from, end);
  }
  db.prepare('DELETE FROM checkpoint WHERE recording = ? AND seq >= ?').run(recording, seq);
  db.prepare('DELETE FROM digest WHERE recording = ?').run(recording);
  db.prepare('DELETE FROM digest_block WHERE recording = ? AND n >= ?').run(recording, blockOf(seq));
}
