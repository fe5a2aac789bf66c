import { TurntableError } from '../../errors.js';
import { compileRegex, compileWords, problemText } from '../../pattern/compile-pattern.js';
import { TextMatcher } from '../../pattern/text-matcher.js';
import type { SearchJson } from '../../report/json-output.js';
import { formatCount } from '../../report/quantities.js';
import { printedJson } from '../../report/printed-json.js';
import { painted, type CliIo } from '../program/io.js';
import { Conversations } from '../../tasks/conversations/conversations.js';
import { filterNamed } from '../../tasks/conversations/filter-named.js';
import { searchedIn, searchHits } from '../../tasks/conversations/search-hits.js';
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

/** `turntable search`: text or /regex/ in the frames of all recordings, of one, or of a file. Exit 1 if nothing matches. */
export async function search(wanted: string, options: SearchOptions, io: CliIo): Promise<number> {
  const pattern = patternOf(wanted, options.ignoreCase === true);
  const limit = options.limit === undefined ? Infinity : Number(options.limit);
  if (limit === 0) throw new TurntableError('USAGE', 'invalid --limit 0: use a number from 1');
  const filter = options.filter === undefined ? undefined : filterNamed(options.filter);
  const conversations = new Conversations(options, io);
  let found = 0;
  try {
    const searched = searchedIn(options.in, conversations);
    for (const hit of searchHits(searched, { pattern, from: options.from, filter })) {
      if (options.json) await io.printLine(printedJson(hit));
      else await printHit(hit, io);
      found += 1;
      if (found >= limit) return 0;
    }
    if (found > 0) return 0;
    io.say(`turntable: nothing matches in ${placeText(searched.recordings.length, options.in)}`);
    return 1;
  } finally {
    conversations.close();
  }
}

function placeText(recordings: number, named: string | undefined): string {
  return named ?? formatCount(recordings, 'recording');
}

/** `/a.c/i` is a regular expression; anything else is searched as text. */
function patternOf(wanted: string, ignoreCase: boolean): TextMatcher {
  if (wanted === '') throw new TurntableError('USAGE', 'search needs a text');
  const [, source, flags = ''] = /^\/(.+)\/([a-z]*)$/s.exec(wanted) ?? [];
  const pattern =
    source === undefined
      ? compileWords(wanted, { ignoreCase })
      : // only one hit per frame is shown, so the flag g changes nothing
        compileRegex(source, flags.replaceAll(ignoreCase ? /[gi]/g : 'g', '') + (ignoreCase ? 'i' : ''));
  if (pattern instanceof TextMatcher) return pattern;
  throw new TurntableError('USAGE', `cannot search for ${wanted}: ${problemText(source ?? wanted, pattern)}`, {
    hint: 'For the supported regular expressions, see docs/filter.md.',
  });
}

/** A recording by its number, because several may have the same name. */
async function printHit({ number, file, seq, sender, before, match, after }: SearchJson, io: CliIo): Promise<void> {
  const place = painted('dim', `${file ?? `#${number ?? ''}`} ${seq} ${sender}`);
  await io.printLine(place, `  ${before}`, painted('bold', match), after);
}
