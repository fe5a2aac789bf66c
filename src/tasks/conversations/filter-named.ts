import type { Database } from '../../store/schema/sqlite.js';
import { TurntableError } from '../../errors.js';
import type { TurnSummary } from '../../model/state/turn.js';
import { FilterScan } from '../../store/query/filter-scan.js';
import type { Recording } from '../../store/query/recordings.js';
import { timelineOf, type TimelineRange } from '../../store/query/timeline.js';
import { FilterMarks } from '../../filter/filter-marks.js';
import { problemLine } from '../../filter/filter-problem.js';
import type { Filter } from '../../filter/filter.js';
import { asksForMarks } from '../../filter/matches.js';
import { parseFilter } from '../../filter/parse-filter.js';
import type { TimelineEntry } from '../../wire/frame.js';
import { checkSettings, type CheckSettings } from '../checking/check-settings.js';
import { ConversationCheck } from '../checking/conversation-check.js';
import type { Conversations, ConversationTaker, Subject } from './conversations.js';

/** Matching entries that are closer together than this are read in one query. */
const NEAR = 16;

/** Parses `--filter`. @throws {TurntableError} `USAGE`, with the wrong place marked */
export function filterNamed(text: string): Filter {
  const parsed = parseFilter(text);
  if (parsed.ok) return parsed.filter;
  // in one line, so that the mark below is in the right place
  const shown = text.replaceAll(/\s/g, ' ');
  throw new TurntableError('USAGE', `invalid filter:\n\n    ${shown}\n    ${problemLine(shown, parsed.problem)}\n`, {
    hint: 'Run "turntable show --help" to see all fields.',
  });
}

/** The frames and events of a recording that match a filter, in order. */
export function* entriesMeant(
  conversations: Conversations,
  recording: Recording,
  filter: Filter,
  { from = 0, to = Infinity }: TimelineRange = {},
): Generator<TimelineEntry> {
  const { db } = conversations;
  const marks = asksForMarks(filter) ? marksOf(conversations, recording) : undefined;
  const scan = new FilterScan(db, recording.number, filter, { marks, from, to: to + 1 });
  for (let done = false; !done;) {
    const step = scan.step();
    yield* entriesAt(db, recording.number, step.found);
    done = step.done;
  }
}

function* entriesAt(db: Database, recording: number, seqs: Uint32Array): Generator<TimelineEntry> {
  for (let i = 0; i < seqs.length;) {
    const first = i;
    while (i + 1 < seqs.length && (seqs[i + 1] ?? 0) - (seqs[i] ?? 0) < NEAR) i += 1;
    const wanted = seqs.subarray(first, (i += 1));
    let next = 0;
    for (const entry of timelineOf(db, recording, { from: wanted[0] ?? 0, to: wanted.at(-1) ?? 0 })) {
      if (entry.seq !== wanted[next]) continue;
      next += 1;
      yield entry;
    }
  }
}

/** Where the turns are, and the violations that `check` would show. */
function marksOf(conversations: Conversations, recording: Recording): FilterMarks {
  const settings = checkSettings({}, process.cwd());
  if (recording.state !== 'live' && settings.isUsual) {
    const { turns, violations } = conversations.analysis(recording);
    return new FilterMarks({ turns, violations: violations.filter(({ rule }) => settings.isWanted(rule)) });
  }
  const [marks] = conversations.read(recording.id, (subject) => new MarksTaker(subject, settings));
  return marks ?? new FilterMarks({ turns: [], violations: [] });
}

class MarksTaker implements ConversationTaker<FilterMarks> {
  readonly #turns: TurnSummary[] = [];
  readonly told: ConversationCheck;

  constructor(subject: Subject, settings: CheckSettings) {
    this.told = new ConversationCheck(subject, settings, {
      listeners: [{ turnEnded: (turn) => void this.#turns.push(turn) }],
    });
  }

  end(): FilterMarks {
    const { violations } = this.told.end();
    return new FilterMarks({ turns: this.#turns, violations });
  }
}
