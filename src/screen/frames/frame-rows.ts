import type { StyledLine } from '../../report/styled-line.js';
import type { Filter } from '../../filter/filter.js';
import { parseFilter } from '../../filter/parse-filter.js';
import type { Conversation, Scan } from '../frame/conversation.js';
import { frameLine, type FrameLine, type TimeColumn } from './frame-line.js';
import { isolatingFilter } from './isolating.js';
import { AllRows, FoundRows, RowsUntil, type Rows } from '../tables/rows.js';
import { CollapsedRows } from './runs.js';
import type { FrameSpan } from '../frame/view.js';

const TIMES: readonly TimeColumn[] = ['start', 'delta', 'clock'];

/** Which entries of a recording are listed, and how: filtered, runs of chunks collapsed, times from somewhere. */
export class FrameRows {
  readonly #conversation: Conversation;
  readonly #collapsed: CollapsedRows;
  #filter: { readonly filter: Filter; readonly expression: string; scan: Scan; isOfAll: boolean } | undefined;
  #isCollapsed = true;
  #time: TimeColumn = 'start';

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
    this.#collapsed = new CollapsedRows(conversation, new AllRows(conversation));
  }

  get time(): TimeColumn {
    return this.#time;
  }

  /** The filter, as it was typed. */
  get expression(): string | undefined {
    return this.#filter?.expression;
  }

  /** The rows as they are now. @param until the last entry that is there; default: all are */
  rows(until?: number): Rows {
    const all = this.#filter === undefined ? new AllRows(this.#conversation) : new FoundRows(this.#filter.scan.found);
    const rows = until === undefined ? all : new RowsUntil(all, until);
    if (!this.#isCollapsed) return rows;
    this.#collapsed.over(rows);
    return this.#collapsed;
  }

  line(row: number): FrameLine | undefined {
    const run = this.#isCollapsed ? this.#collapsed.runAt(row) : { first: row, last: row };
    return frameLine(this.#conversation, run, { time: this.#time, textOf: (each) => this.#collapsed.textOf(each) });
  }

  /** The frames that a row stands for. */
  spanOf(row: number | undefined): FrameSpan | undefined {
    if (row === undefined) return undefined;
    const { first, last } = this.#isCollapsed ? this.#collapsed.runAt(row) : { first: row, last: row };
    return { from: first, to: last };
  }

  toggleRuns(): void {
    this.#isCollapsed = !this.#isCollapsed;
  }

  nextTime(): void {
    this.#time = TIMES[(TIMES.indexOf(this.#time) + 1) % TIMES.length] ?? 'start';
  }

  /** @param expression nothing: all are shown @returns what is wrong with it, where something is */
  filter(expression: string): string | undefined {
    if (expression.trim() === '') {
      this.#filter = undefined;
      return undefined;
    }
    const parsed = parseFilter(expression);
    if (!parsed.ok) return parsed.problem.message;
    const { filter } = parsed;
    const scan = this.#conversation.find(filter);
    this.#filter = { filter, expression, scan, isOfAll: this.#isAllKnown() };
    // the first screen at once, where it is found at once
    scan.step();
    return undefined;
  }

  /** Only what belongs to an entry; a second time: all again. @returns what is wrong, where something is */
  isolate(seq: number): string | undefined {
    if (this.#filter !== undefined) return this.filter('');
    const entry = this.#conversation.entry(seq);
    const expression = entry?.type === 'frame' ? isolatingFilter(entry) : undefined;
    return expression === undefined ? 'this frame has no id and no tool call' : this.filter(expression);
  }

  /** Looks further for what the filter lets through. @returns whether anything is other */
  step(): boolean {
    if (this.#filter === undefined) return false;
    if (!this.#filter.isOfAll && this.#isAllKnown()) {
      // turns and violations are a part of what filters look at
      this.#filter.scan = this.#conversation.find(this.#filter.filter);
      this.#filter.isOfAll = true;
    }
    return this.#filter.scan.step();
  }

  #isAllKnown(): boolean {
    return this.#conversation.findings.progress === 1;
  }

  status(): StyledLine {
    if (this.#filter === undefined) return [];
    const { expression, scan } = this.#filter;
    const progress = scan.progress === 1 ? '' : ` (${Math.floor(scan.progress * 100)} %)`;
    const text = `[filter: ${expression}]  ${scan.found.length} of ${this.#conversation.entries}${progress}  `;
    return [{ text, role: 'warning' }];
  }

  /** What to say where no row is there. */
  emptyText(): string {
    if (this.#filter === undefined) return 'Nothing recorded yet.';
    return this.#filter.scan.progress === 1
      ? 'Nothing matches the filter. Press Backspace to clear it.'
      : 'Searching...';
  }
}
