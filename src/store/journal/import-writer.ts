import type { Database } from '../schema/sqlite.js';
import type { FixtureEntry, FixtureFrame, FixtureHeader } from '../../fixture/format/format.js';
import { STREAMS, type EventFields, type Stream } from '../../wire/frame.js';
import { safeInteger } from '../../wire/safe-integer.js';
import { HEAD_BYTES, LINE_LIMITS, type Line } from '../../wire/line-splitter.js';
import { IngestSums, type FactsBeside } from '../proof/ingest-sums.js';
import { newRecordingId } from './recording-id.js';
import { RowWriter, streamNumber, type NewRow } from '../schema/row-writer.js';

export interface ImportedFacts {
  readonly name: string | undefined;
  /** The headers of the file, where it has such. */
  readonly headers: readonly FixtureHeader[] | undefined;
  /** Wall clock of the import, in ms since 1970. */
  readonly nowMs: number;
}

const NEWLINE = new Uint8Array([0x0a]);

/** Runs `work`, which may write several recordings: all of them are kept, or none. */
export function importWhole<Result>(db: Database, work: () => Result): Result {
  return db.transaction(work).immediate();
}

/** Writes one recording that was made elsewhere. To be used inside {@link importWhole}: nothing is half imported. */
export class ImportWriter {
  readonly number: number;
  readonly #db: Database;
  readonly #rows: RowWriter;
  readonly #sums = new IngestSums();
  readonly #facts: Pick<FactsBeside, 'id' | 'source' | 'startedUs' | 'recordedUs' | 'headers'>;
  readonly #frames: Record<Stream, number> = { client: 0, agent: 0, stderr: 0 };
  /** What events say of the recording. */
  #said: Pick<FactsBeside, 'argv' | 'cwd' | 'exitCode' | 'exitSignal'> = {
    argv: undefined,
    cwd: undefined,
    exitCode: undefined,
    exitSignal: undefined,
  };
  #seq = 0;
  #events = 0;
  #lastNs = 0;

  constructor(db: Database, { name, headers, nowMs }: ImportedFacts) {
    this.#db = db;
    const recordedMs = Date.parse(headers?.find(([header]) => header === 'recorded')?.[1] ?? '');
    this.#facts = {
      id: newRecordingId(nowMs),
      source: 'import',
      startedUs: nowMs * 1000,
      recordedUs: Number.isNaN(recordedMs) ? undefined : recordedMs * 1000,
      headers,
    };
    const { id, startedUs, recordedUs } = this.#facts;
    const { lastInsertRowid } = db
      .prepare(
        `INSERT INTO recording (id, source, name, started_us, recorded_us, headers, state)
         VALUES (?, 'import', ?, ?, ?, ?, 'ended')`,
      )
      .run(id, name ?? null, startedUs, recordedUs ?? null, headers === undefined ? null : JSON.stringify(headers));
    this.number = Number(lastInsertRowid);
    this.#rows = new RowWriter(db, this.number);
  }

  add(given: FixtureEntry): void {
    const entry = { ...given, atNs: given.atNs === undefined ? undefined : safeInteger(given.atNs) };
    this.#lastNs = Math.max(this.#lastNs, entry.atNs ?? 0);
    if (entry.type === 'frame') {
      this.#addFrame(entry);
      return;
    }
    const { name, fields, atNs } = entry;
    this.#rows.event(this.#seq, entry, atNs);
    this.#write(this.#sums.event(this.#seq, { name, fields }, atNs));
    this.#seq += 1;
    this.#events += 1;
    this.#noteFacts(name, fields);
  }

  /** Writes the totals; nothing can be added afterwards. */
  end(): void {
    const { argv, cwd, exitCode, exitSignal } = this.#said;
    this.#db
      .prepare(
        `UPDATE recording SET argv = ?, cwd = ?, exit_code = ?, exit_signal = ?, events = ?, last_ns = ?
         WHERE number = ?`,
      )
      .run(
        argv === undefined ? null : JSON.stringify(argv),
        cwd ?? null,
        exitCode ?? null,
        exitSignal ?? null,
        this.#events,
        this.#lastNs,
        this.number,
      );
    const insert = this.#db.prepare(
      'INSERT INTO stream (recording, stream, frames, bytes, sha256) VALUES (?, ?, ?, ?, ?)',
    );
    const streams = Object.fromEntries(
      STREAMS.map((stream) => [stream, this.#totalsOf(stream)]),
    ) as FactsBeside['streams'];
    for (const stream of STREAMS) {
      const { frames, bytes, sha256 } = streams[stream];
      insert.run(this.number, streamNumber(stream), frames, bytes, sha256);
    }
    const counts = { state: 'ended', events: this.#events, lastNs: this.#lastNs, streams };
    this.#write(this.#sums.end({ ...this.#facts, ...this.#said, owner: undefined, damage: undefined, ...counts }));
  }

  #totalsOf(stream: Stream): FactsBeside['streams'][Stream] {
    const sum = this.#sums.streams.of(stream);
    return { frames: this.#frames[stream], bytes: sum.bytes, lost: 0, sha256: sum.digest() };
  }

  #write(rows: readonly NewRow[]): void {
    for (const row of rows) this.#rows.write(row);
  }

  #addFrame({ stream, bytes, terminated, atNs }: FixtureFrame): void {
    const startByte = this.#sums.streams.of(stream).bytes;
    const times = atNs === undefined ? undefined : { firstNs: atNs, lastNs: atNs };
    const parts = bytes.length > LINE_LIMITS.wholeBytes ? Math.ceil(bytes.length / LINE_LIMITS.partBytes) : 0;
    for (let n = 0; n < parts; n += 1) {
      const from = n * LINE_LIMITS.partBytes;
      const part = bytes.subarray(from, from + LINE_LIMITS.partBytes);
      this.#rows.part(stream, part, n, startByte);
      this.#sums.part(stream, part, n);
    }
    const line: Line = {
      bytes: parts > 0 ? bytes.subarray(0, HEAD_BYTES) : bytes,
      sizeBytes: bytes.length,
      terminated,
      parts,
      startByte,
      firstNs: atNs ?? 0,
      lastNs: atNs ?? 0,
    };
    this.#rows.frame(this.#seq, stream, line, times);
    this.#write(this.#sums.frame(this.#seq, stream, line, times));
    this.#write(this.#sums.chunk(stream, bytes));
    if (terminated) this.#write(this.#sums.chunk(stream, NEWLINE));
    this.#seq += 1;
    this.#frames[stream] += 1;
  }

  #noteFacts(name: string, { code, signal, argv, cwd }: EventFields): void {
    if (name === 'exit') {
      const exitCode = code === undefined || !/^\d+$/.test(code) ? undefined : safeInteger(Number(code));
      this.#said = { ...this.#said, exitCode, exitSignal: signal };
    }
    if (name === 'spawn') this.#said = { ...this.#said, argv: argvIn(argv), cwd };
  }
}

/** What a field of a file says, if it holds what the column does: a JSON array of strings. */
function argvIn(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined;
  try {
    const json: unknown = JSON.parse(text);
    return Array.isArray(json) && json.every((word) => typeof word === 'string') ? json : undefined;
  } catch {
    return undefined;
  }
}
