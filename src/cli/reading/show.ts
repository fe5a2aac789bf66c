import type { Database } from '../../store/schema/sqlite.js';
import { unfinishedLines } from '../../store/journal/unfinished-lines.js';
import { LATEST } from '../../store/query/latest.js';
import type { Recording } from '../../store/query/recordings.js';
import { entriesOf } from '../../store/query/kept-analysis.js';
import type { Stream, TimelineEntry } from '../../wire/frame.js';
import { printedJson } from '../../report/printed-json.js';
import { painted, type CliIo } from '../program/io.js';
import { Conversations } from '../../tasks/conversations/conversations.js';
import { entriesWanted } from '../../tasks/conversations/entries-wanted.js';
import { filterNamed } from '../../tasks/conversations/filter-named.js';
import type { DatabaseOption } from '../../tasks/recordings/database-for.js';
import { describeFile, describeRecording } from '../../tasks/recordings/describe-recording.js';
import { standingOf } from '../../tasks/waiting/standing.js';
import { parseFrames } from '../../tasks/recordings/frame-range.js';
import { TimelinePrinter } from './timeline-output.js';

export interface ShowOptions extends DatabaseOption {
  /** `a..b`, with both ends included; either may be left out. Or one number. */
  readonly frames?: string;
  readonly from?: Stream;
  readonly method?: string;
  /** See docs/filter.md. */
  readonly filter?: string;
  readonly raw?: boolean;
  readonly pretty?: boolean;
  readonly json?: boolean;
}

/** The width of the columns is chosen from this many entries before the first is printed; later entries may widen them. */
const MEASURED_ENTRIES = 200;

/** `turntable show`: prints the frames and events of a recording or a file as a timeline. Exit 1 if nothing matches. */
export async function show(named = LATEST, options: ShowOptions, io: CliIo): Promise<number> {
  const range = parseFrames(options.frames);
  const filter = options.filter === undefined ? undefined : filterNamed(options.filter);
  const conversations = new Conversations(options, io);
  try {
    const { source, recording, file } = conversations.oneRecording(named);
    const { db } = source;
    const printer = new TimelinePrinter(io, db, recording);
    const { from, method } = options;
    const entries = new Counted(entriesWanted(source, recording, { range, from, method, filter }));
    if (options.raw) await printRaw(entries, printer);
    else if (options.pretty) await printPretty(entries, printer);
    else if (options.json) await printJson(entries, printer, io);
    else {
      const title =
        file === undefined
          ? describeRecording(recording, standingOf(db, recording, io.now()))
          : describeFile(file, recording);
      await io.printLine(painted('bold', title));
      await printText(entries, printer);
      if (isWhole(options)) await printBegun(db, recording, printer, options);
    }
    if (entries.count > 0) return 0;
    const isEmpty = entriesOf(recording) === 0;
    io.say(`turntable: ${named} ${isEmpty ? 'is empty' : 'has no matching frame or event'}`);
    return isEmpty ? 0 : 1;
  } finally {
    conversations.close();
  }
}

/** Counts the items that are read from an iterable. */
class Counted<Item> implements Iterable<Item> {
  count = 0;
  readonly #items: Iterable<Item>;

  constructor(items: Iterable<Item>) {
    this.#items = items;
  }

  *[Symbol.iterator](): Generator<Item> {
    for (const item of this.#items) {
      this.count += 1;
      yield item;
    }
  }
}

/** Whether the whole recording is shown, with its end. */
function isWhole({ frames, method, filter }: ShowOptions): boolean {
  return frames === undefined && method === undefined && filter === undefined;
}

/** The lines of a live recording that have no newline yet. */
async function printBegun(
  db: Database,
  recording: Recording,
  printer: TimelinePrinter,
  { from }: ShowOptions,
): Promise<void> {
  if (recording.state !== 'live') return;
  for (const line of unfinishedLines(db, recording)) {
    if (from === undefined || from === line.stream) await printer.begun(line);
  }
}

async function printText(entries: Iterable<TimelineEntry>, printer: TimelinePrinter): Promise<void> {
  const rest = entries[Symbol.iterator]();
  const first = [];
  for (let next = rest.next(); !next.done; next = rest.next()) {
    first.push(next.value);
    if (first.length === MEASURED_ENTRIES) break;
  }
  if (first.length === 0) return;
  await printer.titles(first);
  for (const entry of first) await printer.text(entry);
  for (let next = rest.next(); !next.done; next = rest.next()) await printer.text(next.value);
}

/** One JSON array with one element per line, for JSON parsers and for line-based tools. */
async function printJson(entries: Iterable<TimelineEntry>, printer: TimelinePrinter, io: CliIo): Promise<void> {
  let separator = '[\n';
  for (const entry of entries) {
    await io.print(separator + printedJson(printer.json(entry)));
    separator = ',\n';
  }
  await io.print(separator === '[\n' ? '[]\n' : '\n]\n');
}

async function printPretty(entries: Iterable<TimelineEntry>, printer: TimelinePrinter): Promise<void> {
  for (const entry of entries) {
    await printer.text(entry);
    if (entry.type === 'frame') await printer.pretty(entry);
  }
}

async function printRaw(entries: Iterable<TimelineEntry>, printer: TimelinePrinter): Promise<void> {
  for (const entry of entries) if (entry.type === 'frame') await printer.raw(entry);
}
