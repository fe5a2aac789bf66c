import { closeSync, readSync, statSync } from 'node:fs';
import type { FixtureEntry, FixtureHeader } from '../../fixture/format/format.js';
import { openInput } from '../../input-file.js';
import { damageText } from '../../report/damage-text.js';
import { startPosition } from '../../store/journal/ingest-position.js';
import { JournalFold, type FoldSink } from '../../store/journal/journal-fold.js';
import { JournalReader } from '../../store/journal/journal-reader.js';
import { STREAMS, type Stream, type TapEvent } from '../../wire/frame.js';
import { isWhole } from '../../wire/journal-damage.js';
import type { JournalHeader } from '../../wire/journal-header.js';
import { joinBytes, type Line } from '../../wire/line-splitter.js';
import { wallDate } from '../../wire/wall-date.js';
import type { ConversationItem } from './conversation-file.js';

/**
 * Reads a journal as a file of conversations. A journal that was put aside as damaged may be readable after all, or somebody may have
 * repaired it. It becomes a new recording, without the ids and processes of the journal.
 *
 * @param say called with what could not be read
 * @returns undefined if the file is not a journal
 */
export function journalItems(file: string, say?: (text: string) => void): Generator<ConversationItem> | undefined {
  return isJournal(file) ? itemsOf(file, say) : undefined;
}

/** Whether a file is a journal. It begins with the first byte of a mark, or with that of earlier versions; no text begins so. */
function isJournal(file: string): boolean {
  // a pipe can be read only once
  if (!isRegularFile(file)) return false;
  if (/(^|\/)[0-9a-z]{16}(\.\d+)?\.damaged$/.test(file)) return true;
  const fd = openInput(file, { mayBePipe: false });
  try {
    const bytes = Buffer.alloc(2);
    const [first = 0, second = 0] = bytes.subarray(0, readSync(fd, bytes));
    const isUtf16 = first + second === 0xff + 0xfe;
    return (first >= 0xf8 && !isUtf16) || (first === 0xac && second === 0);
  } finally {
    closeSync(fd);
  }
}

/** Whether a path is a regular file. If it cannot be reached, this is false, and reading it later says why. */
function isRegularFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function* itemsOf(file: string, say: ((text: string) => void) | undefined): Generator<ConversationItem> {
  const reader = new JournalReader(file);
  try {
    yield { type: 'begin', format: 'journal', headers: headersOf(reader.header) };
    let line = 0;
    for (const entry of entriesOf(reader, (text) => say?.(`${file} is damaged (${text}): the rest was read`))) {
      line += 1;
      yield { type: 'entry', entry, place: { file, line } };
    }
    yield { type: 'end' };
  } finally {
    reader.close();
  }
}

function headersOf({ name, wallUs, pace }: JournalHeader): FixtureHeader[] {
  const recorded = wallDate(wallUs).toISOString();
  const headers = Object.entries({ title: name, recorded, pace });
  return headers.flatMap(([header, value]) => (typeof value === 'string' ? [[header, value] as const] : []));
}

function* entriesOf(reader: JournalReader, damaged: (text: string) => void): Generator<FixtureEntry> {
  const position = startPosition(reader.firstAt);
  const sink = new EntrySink();
  const fold = new JournalFold(position, sink);
  const records = reader.records();
  for (let placed = records.next(); placed !== undefined; placed = records.next()) {
    fold.take(placed);
    yield* sink.taken();
  }
  fold.takeUnfinished();
  const unreadBytes = Math.max(0, reader.sizeBytes() - position.at);
  fold.takeTail({ unreadBytes, isCut: !fold.ended && records.isCut });
  if (!fold.ended) fold.addEvent({ name: 'incomplete', fields: { reason: 'the journal has no end' } });
  yield* sink.taken();
  if (!isWhole(position.damage)) damaged(damageText(position.damage));
}

/** Gathers the entries of a journal as entries of a file. */
class EntrySink implements FoldSink {
  readonly #parts = new Map<Stream, Uint8Array[]>(STREAMS.map((stream) => [stream, []]));
  #ready: FixtureEntry[] = [];

  /** The entries that became ready since the last call. */
  taken(): readonly FixtureEntry[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  frame(_seq: number, stream: Stream, { bytes, terminated, parts, lastNs }: Line): void {
    const whole = parts === 0 ? bytes : joinBytes(this.#parts.get(stream) ?? []);
    this.#parts.set(stream, []);
    this.#ready.push({ type: 'frame', stream, bytes: whole, terminated, atNs: lastNs });
  }

  part(stream: Stream, bytes: Uint8Array): void {
    this.#parts.get(stream)?.push(bytes);
  }

  event(_seq: number, { name, fields }: TapEvent, atNs: number): void {
    this.#ready.push({ type: 'event', name, fields, atNs });
  }

  anchor(): void {
    // a file has one wall clock, in its headers
  }

  chunk(): void {
    // the frames hold all bytes
  }
}
