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

/** Which entries of a recording are listed, and how: filtered, with runs of chunks collapsed, and with times from a reference. */
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

  /** The current rows. @param until the last entry to show; default: all */
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

  /** @param expression the filter; empty to show everything @returns what is wrong with it, if anything */
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
    // fill the first screen at once, if its entries are found quickly
    scan.step();
    return undefined;
  }

  /** Shows only the frames that belong to an entry; a second time, everything again. @returns what is wrong, if anything */
  isolate(seq: number): string | undefined {
    if (this.#filter !== undefined) return this.filter('');
    const entry = this.#conversation.entry(seq);
    const expression = entry?.type === 'frame' ? isolatingFilter(entry) : undefined;
    return expression === undefined ? 'this frame has no id and no tool call' : this.filter(expression);
  }

  /** Searches on for entries that match the filter. @returns whether anything has changed */
  step(): boolean {
    if (this.#filter === undefined) return false;
    if (!this.#filter.isOfAll && this.#isAllKnown()) {
      // filters also look at turns and violations, which are known now
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

  /** The text to show if there are no rows. */
  emptyText(): string {
    if (this.#filter === undefined) return 'Nothing recorded yet.';
    return this.#filter.scan.progress === 1
      ? 'Nothing matches the filter. Press Backspace to clear it.'
      : 'Searching...';
  }
}
