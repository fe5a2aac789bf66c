import type { Database } from '../schema/sqlite.js';
import { FilterMarks } from '../../filter/filter-marks.js';
import type { Filter } from '../../filter/filter.js';
import { matches } from '../../filter/matches.js';
import { matcherOf } from '../../filter/patterns.js';
import type { TextMatcher } from '../../pattern/text-matcher.js';
import type { EventName } from '../../wire/frame.js';
import { EventFacts } from './event-facts.js';
import { NO, sieveOf, YES, type Sieve } from '../blocks/block-sieve.js';
import { planOf, type FilterPlan, type FrameSelect } from './filter-plan.js';
import { OpenBlocks, type Block } from '../blocks/open-blocks.js';
import { keyOf, seqOf } from '../schema/row-keys.js';
import { storedFields } from '../schema/stored-json.js';
import { countBegun } from './seq-ranges.js';
import type { Param } from '../schema/sql-bounds.js';
import { FactReader, type StoredFacts, type StoredRow } from './stored-facts.js';

/** How long a step works before it pauses, in ms: half of the time that a key may wait for its picture. */
const STEP_MS = 8;
/** The least and the most entries per query: as many as take about 3 ms. */
const LEAST_BLOCK = 64;
const LARGEST_BLOCK = 16_384;
/** The most entries if rows are read, which have to be kept in memory. */
const LARGEST_BLOCK_OF_ROWS = 2_048;
const BLOCK_MS = 3;
const ROWS_PER_LOOK_AT_THE_CLOCK = 16;

export interface ScanOptions {
  /** Where turns and violations are; without them, no frame is in a turn or breaks a rule. */
  readonly marks?: FilterMarks | undefined;
  /** The first seq to test; default 0. */
  readonly from?: number | undefined;
  /** The seq after the last one; default: all entries, including those to come. */
  readonly to?: number | undefined;
  /** Starts at the end: the entries that a step finds come before those of earlier steps. */
  readonly backwards?: boolean | undefined;
}

/** The result of a step of a scan. */
export interface ScanStep {
  /** Seqs, in order. */
  readonly found: Uint32Array;
  /** How many entries were tested, and how many there are. */
  readonly scanned: number;
  readonly of: number;
  /** Whether all present entries were tested; in a live recording, a later step continues. */
  readonly done: boolean;
}

/**
 * Finds the entries of a recording that match a filter, step by step. SQL decides many entries at once; the others are read. Between steps
 * it holds only its position, so a scan can simply be abandoned.
 *
 * Conditions that depend on later entries (`is:unanswered`, `dur`) are as they were when the entry was tested.
 */
export class FilterScan {
  readonly #db: Database;
  readonly #recording: number;
  readonly #packed: OpenBlocks;
  readonly #sieve: Sieve;
  readonly #plan: FilterPlan;
  readonly #reader: FactReader;
  readonly #texts: readonly TextMatcher[];
  readonly #frames;
  readonly #events;
  readonly #lastKeys;
  readonly #first: number;
  readonly #limit: number;
  readonly #backwards: boolean;
  readonly #work: Generator<'paused' | 'end'>;
  readonly #found: number[] = [];
  #blockSize = LEAST_BLOCK;
  /** The next entry to test; backwards: the entry after it. */
  #at: number;
  #of = 0;
  #due = 0;

  constructor(db: Database, recording: number, filter: Filter, options: ScanOptions = {}) {
    const {
      marks = new FilterMarks({ turns: [], violations: [] }),
      from = 0,
      to = Infinity,
      backwards = false,
    } = options;
    this.#db = db;
    this.#recording = recording;
    this.#packed = OpenBlocks.of(db);
    this.#sieve = sieveOf(filter, marks);
    this.#plan = planOf(filter, recording, marks);
    this.#reader = new FactReader(db, recording, marks);
    this.#texts = this.#plan.texts.map(matcherOf);
    this.#frames = this.#plan.frames && db.prepare(this.#plan.frames.text).raw();
    this.#events = db.prepare('SELECT key, at_ns, name, fields FROM event WHERE key >= ? AND key < ? ORDER BY key');
    const lastOf = (table: string): string => `SELECT max(key) AS key FROM ${table} WHERE key >= ? AND key < ?`;
    this.#lastKeys = db.prepare(`${lastOf('frame')} UNION ALL ${lastOf('block')} UNION ALL ${lastOf('event')}`).pluck();
    this.#first = from;
    this.#limit = to;
    this.#backwards = backwards;
    this.#of = this.#countEntries();
    this.#at = backwards ? Math.max(from, Math.min(to, this.#of)) : from;
    this.#work = this.#blocks();
  }

  /** Tests as many entries as there is time for. @param budgetMs the time in ms; a single large frame may take longer */
  step(budgetMs = STEP_MS): ScanStep {
    this.#due = performance.now() + budgetMs;
    if (!this.#backwards) this.#of = this.#countEntries();
    const done = this.#work.next().value === 'end';
    const of = Math.max(0, this.#end - this.#first);
    const left = this.#backwards ? this.#at - this.#first : this.#end - this.#at;
    // forwards, it may have skipped the rest, where nothing can be found
    const scanned = done ? of : Math.max(0, of - Math.max(0, left));
    return { found: Uint32Array.from(this.#found.splice(0)), scanned, of, done };
  }

  get #end(): number {
    return Math.min(this.#limit, this.#of);
  }

  *#blocks(): Generator<'paused' | 'end', never> {
    for (;;) {
      const block = this.#backwards ? this.#blockBefore() : this.#blockBehind();
      if (block === undefined) {
        yield 'end';
        continue;
      }
      const began = performance.now();
      yield* this.#look(block[0], block[1]);
      this.#at = this.#backwards ? block[0] : block[1];
      this.#adapt(performance.now() - began);
      if (performance.now() >= this.#due) yield 'paused';
    }
  }

  #blockBehind(): readonly [from: number, end: number] | undefined {
    const { ranges } = this.#plan;
    const begun = countBegun(ranges, this.#at);
    const within = ranges[begun - 1];
    const [from, rangeEnd] =
      within !== undefined && within[1] > this.#at ? [this.#at, within[1]] : (ranges[begun] ?? [Infinity, 0]);
    if (from >= this.#end) return undefined;
    return [from, Math.min(rangeEnd, from + this.#blockSize, this.#end)];
  }

  #blockBefore(): readonly [from: number, end: number] | undefined {
    const range = this.#plan.ranges[countBegun(this.#plan.ranges, this.#at - 1) - 1];
    if (range === undefined) return undefined;
    const end = Math.min(range[1], this.#at);
    const from = Math.max(range[0], end - this.#blockSize, this.#first);
    return from < end ? [from, end] : undefined;
  }

  /** Adapts the number of entries per query to the time that the last one took. */
  #adapt(tookMs: number): void {
    const largest = this.#plan.frames?.gives === 'rows' ? LARGEST_BLOCK_OF_ROWS : LARGEST_BLOCK;
    if (tookMs < BLOCK_MS / 2) this.#blockSize = Math.min(largest, this.#blockSize * 2);
    else if (tookMs > BLOCK_MS) this.#blockSize = Math.max(LEAST_BLOCK, this.#blockSize >> 1);
  }

  *#look(from: number, end: number): Generator<'paused'> {
    const seqs = this.#plan.mayBeEvents ? this.#eventsIn(from, end) : [];
    const { frames } = this.#plan;
    if (frames !== undefined) yield* this.#framesIn(frames, { from, end, into: seqs });
    for (const seq of seqs.sort((a, b) => a - b)) this.#found.push(seq);
  }

  *#framesIn(
    select: FrameSelect,
    { from, end, into }: { from: number; end: number; into: number[] },
  ): Generator<'paused'> {
    const bind = (param: Param): string | number | Uint8Array =>
      typeof param === 'function' ? param(from, end) : param;
    const [first, last] = [keyOf(this.#recording, from), keyOf(this.#recording, end)];
    const { blocks, rows } = this.#db.transaction(() => {
      const blocks = [...this.#blocksIn(first, last)];
      const keys = [Math.max(first, (blocks.at(-1)?.key ?? 0) + 1), last];
      return { blocks, rows: this.#frames?.all(...select.before.map(bind), ...keys, ...select.behind.map(bind)) ?? [] };
    })();
    for (const block of blocks) yield* this.#framesOf(block, { from, end, into });
    for (const [i, row] of (rows as (readonly [key: number, isSure: number] | StoredRow)[]).entries()) {
      if (i > 0 && i % ROWS_PER_LOOK_AT_THE_CLOCK === 0 && performance.now() >= this.#due) yield 'paused';
      if (select.gives === 'keys' && row[1] === 1) {
        into.push(seqOf(row[0]));
        continue;
      }
      const facts = row.length === 2 ? this.#reader.factsAt(row[0]) : this.#reader.factsOf(row);
      if (facts === undefined) continue;
      if (facts.isLarge) yield* this.#lookThrough(facts);
      if (matches(this.#plan.filter, facts)) into.push(seqOf(row[0]));
    }
  }

  *#blocksIn(from: number, end: number): Generator<Block> {
    for (let at = from; at < end;) {
      const block = this.#packed.next(at, end);
      if (block === undefined) return;
      yield block;
      at = block.key + 1;
    }
  }

  *#framesOf(block: Block, { from, end, into }: { from: number; end: number; into: number[] }): Generator<'paused'> {
    const { columns } = block;
    const verdicts = this.#sieve(block);
    const behind = columns.countBelow(end);
    for (let i = columns.countBelow(from); i < behind; i += 1) {
      if (verdicts[i] === NO) continue;
      if (verdicts[i] === YES) {
        into.push(columns.seq(i));
        continue;
      }
      const facts = this.#reader.factsIn({ block, i });
      if (facts.isLarge) yield* this.#lookThrough(facts);
      if (matches(this.#plan.filter, facts)) into.push(columns.seq(i));
      if (i % ROWS_PER_LOOK_AT_THE_CLOCK === 0 && performance.now() >= this.#due) yield 'paused';
    }
    if (performance.now() >= this.#due) yield 'paused';
  }

  *#lookThrough(facts: StoredFacts): Generator<'paused'> {
    const looking = facts.looking(this.#texts);
    while (looking.next().done !== true) if (performance.now() >= this.#due) yield 'paused';
  }

  #eventsIn(from: number, end: number): number[] {
    const rows = this.#events.all(keyOf(this.#recording, from), keyOf(this.#recording, end)) as EventRow[];
    return rows.flatMap(({ key, at_ns, name, fields }) => {
      const event = { name, fields: storedFields(fields), atNs: at_ns ?? undefined };
      return matches(this.#plan.filter, new EventFacts(seqOf(key), event, this.#plan.marks)) ? [seqOf(key)] : [];
    });
  }

  #countEntries(): number {
    const bounds = [keyOf(this.#recording, 0), keyOf(this.#recording + 1, 0)];
    const last = (this.#lastKeys.all(...bounds, ...bounds, ...bounds) as (number | null)[]).map((key) =>
      key === null ? 0 : seqOf(key) + 1,
    );
    return Math.max(...last);
  }
}

interface EventRow {
  readonly key: number;
  readonly at_ns: number | null;
  readonly name: EventName;
  readonly fields: string;
}
