import type { Database } from '../../store/schema/sqlite.js';
import type { Recording } from '../../store/query/recordings.js';
import { frameBytes, pairOf, wholeFrame } from '../../store/query/timeline.js';
import { WallClock } from '../../store/query/wall-clock.js';
import { prettyJson } from '../../report/pretty-json.js';
import type { EntryJson } from '../../report/json-output.js';
import { lineOf, Table, type Cell, type Column } from '../../report/table.js';
import { begunRow, latencyOf, timelineRow, type BegunFrame, type TimelineRow } from '../../report/timeline-row.js';
import type { Frame, OtherHalf, TimelineEntry } from '../../wire/frame.js';
import { painted, type CliIo, type Colour, type Painted } from '../program/io.js';
import { isoTime } from '../../tasks/recordings/recording-json.js';

const SEQ: Column<TimelineRow> = { title: 'seq', text: ({ seq }) => seq, align: 'right', width: [3, 10] };
const TIME: Column<TimelineRow> = { title: 'time', text: ({ time }) => time, align: 'right', width: [6, 12] };
const SENDER: Column<TimelineRow> = { title: 'sender', text: ({ sender }) => sender, align: 'left', width: [6, 6] };
const AFTER: Column<TimelineRow> = { title: 'after', text: ({ latency }) => latency, align: 'right', width: [5, 10] };
const SUMMARY: Column<TimelineRow> = { title: '', text: ({ summary }) => summary, align: 'left', width: [0, 400] };

const ALL_COLUMNS: readonly Column<TimelineRow>[] = [
  SEQ,
  TIME,
  SENDER,
  { title: 'kind', text: ({ kind }) => kind, align: 'left', width: [8, 13] },
  { title: 'method', text: ({ method }) => method, align: 'left', width: [10, 36] },
  { title: 'id', text: ({ id }) => id, align: 'left', width: [2, 10] },
  { title: 'session', text: ({ session }) => session, align: 'left', width: [7, 8] },
  { title: 'size', text: ({ size }) => size, align: 'right', width: [5, 7] },
  AFTER,
  SUMMARY,
];

/** The columns on narrow terminals: id, session and size are left out. */
const NARROW_COLUMNS: readonly Column<TimelineRow>[] = [
  SEQ,
  TIME,
  SENDER,
  { title: 'method', text: ({ method, kind }) => method || kind, align: 'left', width: [10, 26] },
  AFTER,
  SUMMARY,
];

/** Below this width, in characters, there would be no room for the summary. */
const ALL_COLUMNS_WIDTH = 140;

const SENDER_COLOURS: Readonly<Record<string, Colour>> = { client: 'cyan', agent: 'magenta', stderr: 'dim' };

/** Prints the entries of one recording, one after the other. */
export class TimelinePrinter {
  readonly #io: CliIo;
  readonly #db: Database;
  readonly #recording: Recording;
  readonly #clock: WallClock;
  readonly #table: Table<TimelineRow>;

  constructor(io: CliIo, db: Database, recording: Recording) {
    this.#io = io;
    this.#db = db;
    this.#recording = recording;
    this.#clock = new WallClock(db, recording);
    this.#table = new Table(io.columns < ALL_COLUMNS_WIDTH ? NARROW_COLUMNS : ALL_COLUMNS, io.columns);
  }

  /** Chooses the width of the columns for these entries and prints the titles. */
  async titles(entries: readonly TimelineEntry[] = []): Promise<void> {
    this.#table.measure(entries.map((entry) => timelineRow(entry, this.#otherHalf(entry))));
    await this.#io.printLine(painted('dim', lineOf(this.#table.titles())));
  }

  async text(entry: TimelineEntry): Promise<void> {
    const row = timelineRow(entry, this.#otherHalf(entry));
    await this.#io.printLine(...paintedLine(this.#table.row(row), row));
  }

  /** A line that has begun but has no newline yet. */
  async begun(line: BegunFrame): Promise<void> {
    await this.#io.printLine(lineOf(this.#table.row(begunRow(line))));
  }

  /** The recorded bytes, unchanged; on a terminal, control characters are escaped. */
  async raw(frame: Frame): Promise<void> {
    const newline = frame.terminated ? '\n' : '';
    if (this.#io.stdoutIsTerminal) {
      await this.#io.printLine(Buffer.from(this.#bytes(frame)).toString());
      return;
    }
    for (const piece of frameBytes(this.#db, this.#recording.number, frame)) await this.#io.printBytes(piece);
    await this.#io.print(newline);
  }

  /** A frame as indented JSON; if it is not JSON, as it is. Control characters are escaped. */
  async pretty(frame: Frame): Promise<void> {
    for (const line of prettyJson(this.#bytes(frame))) await this.#io.printLine(`    ${line}`);
  }

  /** One entry as JSON. Ids are raw JSON tokens; bytes that are not UTF-8 are written as base64. */
  json(entry: TimelineEntry): EntryJson {
    const { seq, type } = entry;
    if (type === 'event')
      return { seq, type, ...this.#times(entry.atNs), name: entry.name, fields: { ...entry.fields } };
    const { stream, envelope, sizeBytes, terminated, lastNs } = entry;
    const other = this.#otherHalf(entry);
    const latencyNs = envelope?.kind === 'response' ? latencyOf(entry, other) : undefined;
    return {
      seq,
      type,
      sender: stream,
      ...this.#times(lastNs),
      size: sizeBytes,
      terminated,
      kind: envelope?.kind ?? null,
      method: envelope?.method ?? null,
      id: envelope?.id ?? null,
      sessionId: envelope?.sessionId ?? null,
      otherHalf: other?.seq ?? null,
      latencyMs: latencyNs === undefined ? null : latencyNs / 1e6,
      ...textOrBase64(this.#bytes(entry)),
    };
  }

  #times(ns: number | undefined): Pick<EntryJson, 'ms' | 'time'> {
    const wallUs = this.#clock.at(ns);
    return { ms: ns === undefined ? null : ns / 1e6, time: wallUs === undefined ? null : isoTime(wallUs) };
  }

  #otherHalf(entry: TimelineEntry): OtherHalf | undefined {
    return entry.type === 'event' ? undefined : pairOf(this.#db, this.#recording.number, entry);
  }

  #bytes(frame: Frame): Uint8Array {
    return wholeFrame(this.#db, this.#recording.number, frame);
  }
}

/** The cells of a line, laid out as {@link lineOf} does, in their colours. */
function paintedLine(cells: readonly Cell[], row: TimelineRow): Painted[] {
  let left = lineOf(cells).length;
  return cells.map((cell) => {
    const text = `${cell.text}  `.slice(0, left);
    left -= text.length;
    return painted(colourOf(cell, row), text);
  });
}

function colourOf({ title, text }: Cell, { sender, kind }: TimelineRow): Colour | undefined {
  if (title === 'sender') return SENDER_COLOURS[sender];
  if (title !== '' && text.trim() === 'malformed') return 'red';
  if (sender === '' && text.trim() === kind) return 'yellow';
  return title === 'time' || title === 'seq' || title === 'size' ? 'dim' : undefined;
}

function textOrBase64(bytes: Uint8Array): { readonly text: string } | { readonly base64: string } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { base64: Buffer.from(bytes).toString('base64') };
  }
}
