import type { Database } from '../../store/schema/sqlite.js';
import { findRecording, type Recording } from '../../store/query/recordings.js';
import { pairOf, timelineOf } from '../../store/query/timeline.js';
import type { Stream, TimelineEntry } from '../../wire/frame.js';
import { printedJson } from '../../report/printed-json.js';
import { painted, type CliIo } from '../program/io.js';
import { Conversations } from '../../tasks/conversations/conversations.js';
import { entriesMeant, filterNamed } from '../../tasks/conversations/filter-named.js';
import type { DatabaseOption } from '../../tasks/recordings/database-for.js';
import { describeRecording } from '../../tasks/recordings/describe-recording.js';
import { parseFrames } from '../../tasks/recordings/frame-range.js';
import { TimelinePrinter } from './timeline-output.js';

export interface ShowOptions extends DatabaseOption {
  /** `a..b`, both included and either left out; or one number. */
  readonly frames?: string;
  readonly from?: Stream;
  readonly method?: string;
  /** See docs/filter.md. */
  readonly filter?: string;
  readonly raw?: boolean;
  readonly pretty?: boolean;
  readonly json?: boolean;
}

/** The columns are set for so many entries before the first is printed; later ones may widen them. */
const MEASURED_ENTRIES = 200;

/** `turntable show`: the frames and events of a recording as a timeline. */
export async function show(named: string, options: ShowOptions, io: CliIo): Promise<number> {
  const range = parseFrames(options.frames);
  const filter = options.filter === undefined ? undefined : filterNamed(options.filter);
  const conversations = new Conversations(options, io);
  try {
    const { db } = conversations;
    const recording = findRecording(db, named);
    const printer = new TimelinePrinter(io, db, recording);
    const all =
      filter === undefined
        ? timelineOf(db, recording.number, range)
        : entriesMeant(conversations, recording, filter, range);
    const entries = chosen(all, db, recording, options);
    if (options.raw) await printRaw(entries, printer);
    else if (options.pretty) await printPretty(entries, printer);
    else if (options.json) await printJson(entries, printer, io);
    else await printText(entries, printer, recording, io);
    return 0;
  } finally {
    conversations.close();
  }
}

function* chosen(
  entries: Iterable<TimelineEntry>,
  db: Database,
  recording: Recording,
  { from, method }: ShowOptions,
): Generator<TimelineEntry> {
  for (const entry of entries) {
    if (from !== undefined && (entry.type === 'event' || entry.stream !== from)) continue;
    if (method !== undefined && !isOfMethod(methodOf(db, recording, entry), method)) continue;
    yield entry;
  }
}

/** Of a response, the method of its request. */
function methodOf(db: Database, { number }: Recording, entry: TimelineEntry): string | undefined {
  if (entry.type === 'event') return undefined;
  return entry.envelope?.kind === 'response' ? pairOf(db, number, entry)?.method : entry.envelope?.method;
}

/** A method by its name, or by its beginning where a `*` ends the pattern. */
function isOfMethod(method: string | undefined, pattern: string): boolean {
  if (method === undefined) return false;
  return pattern.endsWith('*') ? method.startsWith(pattern.slice(0, -1)) : method === pattern;
}

async function printText(
  entries: Iterable<TimelineEntry>,
  printer: TimelinePrinter,
  recording: Recording,
  io: CliIo,
): Promise<void> {
  await io.printLine(painted('bold', describeRecording(recording)));
  const rest = entries[Symbol.iterator]();
  const first = [];
  for (let next = rest.next(); !next.done; next = rest.next()) {
    first.push(next.value);
    if (first.length === MEASURED_ENTRIES) break;
  }
  await printer.titles(first);
  for (const entry of first) await printer.text(entry);
  for (let next = rest.next(); !next.done; next = rest.next()) await printer.text(next.value);
}

/** One array, an element a line: whole for a JSON reader, and a line at a time for others. */
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
