import type { Database } from '../schema/sqlite.js';
import type { FixtureEntry, FixtureFrame, FixtureHeader } from '../../fixture/format/format.js';
import { STREAMS } from '../../wire/frame.js';
import { HEAD_BYTES, LINE_LIMITS, type Line } from '../../wire/line-splitter.js';
import { newRecordingId } from './recording-id.js';
import { RowWriter, streamNumber } from '../schema/row-writer.js';

export interface ImportedFacts {
  readonly name: string | undefined;
  /** The headers of the file, where it has such. */
  readonly headers: readonly FixtureHeader[] | undefined;
  /** Wall clock of the import, in ms since 1970. */
  readonly nowMs: number;
}

/** Runs `work`, which may write several recordings: all of them are kept, or none. */
export function importWhole<Result>(db: Database, work: () => Result): Result {
  return db.transaction(work).immediate();
}

/** Writes one recording that was made elsewhere. To be used inside {@link importWhole}: nothing is half imported. */
export class ImportWriter {
  readonly number: number;
  readonly #db: Database;
  readonly #rows: RowWriter;
  readonly #totals = STREAMS.map((stream) => ({ stream, frames: 0, bytes: 0 }));
  #seq = 0;
  #events = 0;
  #lastNs = 0;

  constructor(db: Database, { name, headers, nowMs }: ImportedFacts) {
    this.#db = db;
    const recordedMs = Date.parse(headers?.find(([header]) => header === 'recorded')?.[1] ?? '');
    const { lastInsertRowid } = db
      .prepare(
        `INSERT INTO recording (id, source, name, started_us, recorded_us, headers, state)
         VALUES (?, 'import', ?, ?, ?, ?, 'ended')`,
      )
      .run(
        newRecordingId(nowMs),
        name ?? null,
        nowMs * 1000,
        Number.isNaN(recordedMs) ? null : recordedMs * 1000,
        headers === undefined ? null : JSON.stringify(headers),
      );
    this.number = Number(lastInsertRowid);
    this.#rows = new RowWriter(db, this.number);
  }

  add(entry: FixtureEntry): void {
    this.#lastNs = Math.max(this.#lastNs, entry.atNs ?? 0);
    if (entry.type === 'frame') {
      this.#addFrame(entry);
      return;
    }
    this.#rows.event(this.#seq, entry, entry.atNs);
    this.#seq += 1;
    this.#events += 1;
    this.#noteFacts(entry.name, entry.fields);
  }

  /** Writes the totals; nothing can be added afterwards. */
  end(): void {
    this.#db
      .prepare('UPDATE recording SET events = ?, last_ns = ? WHERE number = ?')
      .run(this.#events, this.#lastNs, this.number);
    const insert = this.#db.prepare('INSERT INTO stream (recording, stream, frames, bytes) VALUES (?, ?, ?, ?)');
    for (const { stream, frames, bytes } of this.#totals) insert.run(this.number, streamNumber(stream), frames, bytes);
  }

  #addFrame({ stream, bytes, terminated, atNs }: FixtureFrame): void {
    const totals = this.#totals[streamNumber(stream)];
    if (totals === undefined) return;
    const times = atNs === undefined ? undefined : { firstNs: atNs, lastNs: atNs };
    const parts = bytes.length > LINE_LIMITS.wholeBytes ? Math.ceil(bytes.length / LINE_LIMITS.partBytes) : 0;
    for (let n = 0; n < parts; n += 1) {
      const from = n * LINE_LIMITS.partBytes;
      this.#rows.part(stream, bytes.subarray(from, from + LINE_LIMITS.partBytes), n, totals.bytes);
    }
    const line: Line = {
      bytes: parts > 0 ? bytes.subarray(0, HEAD_BYTES) : bytes,
      sizeBytes: bytes.length,
      terminated,
      parts,
      startByte: totals.bytes,
      firstNs: atNs ?? 0,
      lastNs: atNs ?? 0,
    };
    this.#rows.frame(this.#seq, stream, line, times);
    this.#seq += 1;
    totals.frames += 1;
    totals.bytes += bytes.length + (terminated ? 1 : 0);
  }

  #noteFacts(name: string, fields: Readonly<Record<string, string>>): void {
    const { code, signal, argv, cwd } = fields;
    if (name === 'exit') {
      const exitCode = code === undefined || !/^\d+$/.test(code) ? null : Number(code);
      this.#db
        .prepare('UPDATE recording SET exit_code = ?, exit_signal = ? WHERE number = ?')
        .run(exitCode, signal ?? null, this.number);
    }
    if (name === 'spawn') {
      this.#db
        .prepare('UPDATE recording SET argv = ?, cwd = ? WHERE number = ?')
        .run(isArgv(argv) ? argv : null, cwd ?? null, this.number);
    }
  }
}

/** Whether a field of a file holds what the column does: a JSON array of strings. */
function isArgv(text: string | undefined): text is string {
  if (text === undefined) return false;
  try {
    const json: unknown = JSON.parse(text);
    return Array.isArray(json) && json.every((word) => typeof word === 'string');
  } catch {
    return false;
  }
}
