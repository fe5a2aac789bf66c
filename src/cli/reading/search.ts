import type { Database } from '../../store/schema/sqlite.js';
import { TurntableError } from '../../errors.js';
import { compileRegex, compileWords, problemText } from '../../pattern/compile-pattern.js';
import { TextMatcher } from '../../pattern/text-matcher.js';
import { listRecordings, type Recording } from '../../store/query/recordings.js';
import { frameBytes, timelineOf } from '../../store/query/timeline.js';
import { joinBytes } from '../../wire/line-splitter.js';
import { DECODED_BYTES_LIMIT } from '../../wire/message.js';
import type { Frame, TimelineEntry } from '../../wire/frame.js';
import type { SearchJson } from '../../report/json-output.js';
import { formatCount } from '../../report/quantities.js';
import { printedJson } from '../../report/printed-json.js';
import { painted, type CliIo } from '../program/io.js';
import { Conversations, type NamedRecordings } from '../../tasks/conversations/conversations.js';
import { entriesMeant, filterNamed } from '../../tasks/conversations/filter-named.js';
import type { DatabaseOption } from '../../tasks/recordings/database-for.js';

export interface SearchOptions extends DatabaseOption {
  /** A recording or a file. */
  readonly in?: string;
  readonly from?: 'client' | 'agent' | 'stderr';
  /** See docs/filter.md. */
  readonly filter?: string;
  readonly ignoreCase?: boolean;
  readonly limit?: string;
  readonly json?: boolean;
}

/** What is shown before and behind a hit, in characters. */
const AROUND = 60;

/** `turntable search`: text or /regex/ in the frames of all recordings, of one, or of a file. Exit 1 if nothing matches. */
export async function search(wanted: string, options: SearchOptions, io: CliIo): Promise<number> {
  const pattern = patternOf(wanted, options.ignoreCase === true);
  const limit = options.limit === undefined ? Infinity : Number(options.limit);
  if (limit === 0) throw new TurntableError('USAGE', 'invalid --limit 0: use a number from 1');
  const filter = options.filter === undefined ? undefined : filterNamed(options.filter);
  const conversations = new Conversations(options, io);
  let found = 0;
  try {
    const { source, recordings, file } = searchedIn(options, conversations);
    const { db } = source;
    for (const recording of recordings) {
      const entries = filter === undefined ? timelineOf(db, recording.number) : entriesMeant(source, recording, filter);
      for (const hit of hitsIn(entries, { db, recording, file, pattern, from: options.from })) {
        if (options.json) await io.printLine(printedJson(hit));
        else await printHit(hit, io);
        found += 1;
        if (found >= limit) return 0;
      }
    }
    if (found > 0) return 0;
    io.say(`turntable: nothing matches in ${placeText(recordings.length, options.in)}`);
    return 1;
  } finally {
    conversations.close();
  }
}

function searchedIn({ in: named }: SearchOptions, conversations: Conversations): NamedRecordings {
  if (named !== undefined) return conversations.recordings(named);
  return { source: conversations, recordings: listRecordings(conversations.db), file: undefined };
}

function placeText(recordings: number, named: string | undefined): string {
  return named ?? formatCount(recordings, 'recording');
}

/** `/a.c/i` is a regular expression, all else is the text itself. */
function patternOf(wanted: string, ignoreCase: boolean): TextMatcher {
  if (wanted === '') throw new TurntableError('USAGE', 'search needs a text');
  const [, source, flags = ''] = /^\/(.+)\/([a-z]*)$/s.exec(wanted) ?? [];
  const pattern =
    source === undefined
      ? compileWords(wanted, { ignoreCase })
      : // one hit a frame is shown, so g changes nothing
        compileRegex(source, flags.replaceAll(ignoreCase ? /[gi]/g : 'g', '') + (ignoreCase ? 'i' : ''));
  if (pattern instanceof TextMatcher) return pattern;
  throw new TurntableError('USAGE', `cannot search for ${wanted}: ${problemText(source ?? wanted, pattern)}`, {
    hint: 'For the supported regular expressions, see docs/filter.md.',
  });
}

function* hitsIn(
  entries: Iterable<TimelineEntry>,
  {
    db,
    recording,
    file,
    pattern,
    from,
  }: {
    readonly db: Database;
    readonly recording: Recording;
    readonly file: string | undefined;
    readonly pattern: TextMatcher;
    readonly from: SearchOptions['from'];
  },
): Generator<SearchJson> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const { id, number, name = null } = recording;
  const place = file === undefined ? { recording: id, number, name } : { recording: null, number: null, file, name };
  for (const entry of entries) {
    if (entry.type === 'event' || (from !== undefined && entry.stream !== from)) continue;
    const bytes = searched(db, recording, entry);
    if (!pattern.isInBytes(bytes)) continue;
    const text = decoder.decode(bytes);
    const found = pattern.find(text);
    if (found === undefined) continue;
    const { start, end } = found;
    yield {
      ...place,
      seq: entry.seq,
      sender: entry.stream,
      method: entry.envelope?.method ?? null,
      before: whole(text.slice(Math.max(0, start - AROUND), start)),
      match: whole(text.slice(start, Math.min(end, start + 4 * AROUND))),
      after: whole(text.slice(end, end + AROUND)),
    };
  }
}

/** Without the half of a character that a cut has left at an end. */
function whole(text: string): string {
  return text.replaceAll(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
}

/** Of a frame too large to be held, its beginning. */
function searched(db: Database, { number }: Recording, frame: Frame): Uint8Array {
  if (frame.sizeBytes > DECODED_BYTES_LIMIT) return frame.head;
  return joinBytes([...frameBytes(db, number, frame)]);
}

/** By its number: a name may be that of several recordings. */
async function printHit({ number, file, seq, sender, before, match, after }: SearchJson, io: CliIo): Promise<void> {
  const place = painted('dim', `${file ?? `#${number ?? ''}`} ${seq} ${sender}`);
  await io.printLine(place, `  ${before}`, painted('bold', match), after);
}
