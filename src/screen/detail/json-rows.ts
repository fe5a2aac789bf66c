import type { Rows } from '../tables/rows.js';
import type { JsonExtent, JsonIndex } from '../../wire/json/json-index.js';
import type { JsonLine } from '../../wire/json/json-reader.js';
import { TextRows } from './text-rows.js';

/** A line has fewer rows than this. So line and part together make one increasing number, with room for 2^32 lines. */
const ROWS_PER_LINE = 2 ** 21;
/** How much of a long text is put into rows at once when someone gets to it; the rest follows in steps. */
const FIRST_BYTES = 64 * 1024;
/** The indentation of each level in cells, up to half of the width. */
const INDENT = 2;

/** A row of the screen: a line, or a part of one that goes over several rows. */
export interface JsonRow {
  readonly line: number;
  /** From 0. */
  readonly part: number;
}

/** The visible lines of JSON as rows: a folded line has one row, a long text that is unfolded has many. */
export class JsonRows implements Rows {
  readonly #bytes: Uint8Array;
  readonly #index: JsonIndex;
  /** Arrays and objects from this depth on are folded, except those in `#told`. */
  #foldedFrom = Infinity;
  readonly #told = new Map<number, boolean>();
  /** Long texts that are shown whole, by their lines. */
  readonly #opened = new Set<number>();
  #isWrapped = false;
  #width = 80;
  readonly #texts = new Map<number, TextRows>();

  constructor(bytes: Uint8Array, index: JsonIndex) {
    this.#bytes = bytes;
    this.#index = index;
  }

  get first(): number | undefined {
    return this.#index.lineCount === 0 ? undefined : 0;
  }

  get last(): number | undefined {
    const { lineCount } = this.#index;
    return lineCount === 0 ? undefined : this.#lastOf(this.#seen(lineCount - 1));
  }

  get isWrapped(): boolean {
    return this.#isWrapped;
  }

  at(row: number): number | undefined {
    const { line, part } = this.place(row);
    if (line >= this.#index.lineCount) return undefined;
    const seen = this.#seen(line);
    return seen === line ? Math.min(row, this.#lastOf(line, part)) : seen * ROWS_PER_LINE;
  }

  next(row: number): number | undefined {
    const { line, part } = this.place(row);
    if (part < this.place(this.#lastOf(line, part + 1)).part) return row + 1;
    const next = (this.foldOf(line)?.closeLine ?? line) + 1;
    return next < this.#index.lineCount ? next * ROWS_PER_LINE : undefined;
  }

  previous(row: number): number | undefined {
    const { line, part } = this.place(row);
    if (part > 0) return row - 1;
    return line === 0 ? undefined : this.#lastOf(this.#before(line));
  }

  place(row: number): JsonRow {
    const line = Math.floor(row / ROWS_PER_LINE);
    return { line, part: row - line * ROWS_PER_LINE };
  }

  rowOf(line: number, part = 0): number {
    return line * ROWS_PER_LINE + part;
  }

  /** The row that shows a byte. */
  rowAt(offset: number): number {
    const line = this.#seen(this.#index.lineAt(offset));
    const rows = this.textOf(line);
    while (rows !== undefined && !rows.isDone && rows.rowAt(offset) === rows.count - 1) rows.step(FIRST_BYTES);
    return this.rowOf(line, rows?.rowAt(offset) ?? 0);
  }

  /** The extent of a folded line; undefined if it is not folded. */
  foldOf(line: number): JsonExtent | undefined {
    return this.#isFolded(line) ? this.#index.extentOf(line) : undefined;
  }

  /** Lays the rows out for another width. */
  resize(width: number): void {
    if (width === this.#width) return;
    this.#width = width;
    this.#texts.clear();
  }

  wrap(): void {
    this.#isWrapped = !this.#isWrapped;
    this.#texts.clear();
  }

  /** Folds an array, an object or a long text; for other lines, the array or object around them. @returns the line to go to */
  fold(line: number): number {
    if (this.#opened.delete(line)) {
      this.#texts.delete(line);
      return line;
    }
    const own = this.#index.openerOf(line);
    const canFold = this.#isContainer(own) && !this.#isFolded(own);
    const folded = canFold ? own : this.#index.parentOf(own);
    if (folded === undefined) return line;
    this.#told.set(folded, true);
    return folded;
  }

  /** Shows what is folded, or all of a long text. @returns whether there was more to show */
  unfold(line: number): boolean {
    if (this.#isFolded(line)) {
      this.#told.set(line, false);
      return true;
    }
    if (this.#opened.has(line) || !this.#isText(this.#index.line(line))) return false;
    this.#opened.add(line);
    return true;
  }

  /** Folds everything but the outermost level. */
  foldAll(): void {
    this.#foldedFrom = 1;
    this.#told.clear();
    this.#opened.clear();
    this.#texts.clear();
  }

  unfoldAll(): void {
    this.#foldedFrom = Infinity;
    this.#told.clear();
  }

  /** Shows a line that is within something folded. */
  reveal(line: number): void {
    for (let seen = this.#seen(line); seen !== line; seen = this.#seen(line)) {
      if (!this.unfold(seen)) return;
    }
  }

  /** The indentation of a line. */
  indentOf(depth: number): number {
    return Math.min(depth * INDENT, (this.#width >> 1) & ~1);
  }

  /** The rows of a text that takes several; undefined for other lines. */
  textOf(line: number): TextRows | undefined {
    if (!this.#isWrapped && !this.#opened.has(line)) return undefined;
    const known = this.#texts.get(line);
    if (known !== undefined) return known;
    const found = this.#index.line(line);
    if (!this.#isText(found)) return undefined;
    const { kind, depth, from, keyTo, valueFrom, valueTo } = found;
    const isString = kind === 'string';
    const [start, end] = isString ? [valueFrom + 1, valueTo - 1] : [valueFrom, valueTo];
    const indent = this.indentOf(depth) + INDENT;
    // after the name; with room for a quote and a comma at the end
    const first = keyTo === undefined ? 1 : Math.min(keyTo - from, this.#width) + 3;
    const part = { bytes: this.#bytes, from: start, to: end, isString };
    const rows = new TextRows(part, { width: this.#width - indent - 2, first });
    rows.step(FIRST_BYTES);
    this.#texts.set(line, rows);
    return rows;
  }

  /** Lays out more of the visible texts. @returns whether there is more to do */
  step(lines: Iterable<number>, bytes: number): boolean {
    let isMore = false;
    for (const line of lines) {
      const rows = this.#texts.get(line);
      if (rows !== undefined && !rows.isDone && !rows.step(bytes)) isMore = true;
    }
    return isMore;
  }

  #isText({ kind }: JsonLine): boolean {
    return kind === 'string' || kind === 'broken' || kind === 'number';
  }

  #isContainer(line: number): boolean {
    const { kind } = this.#index.line(line);
    return kind === 'object' || kind === 'array';
  }

  #isFolded(line: number): boolean {
    const isTold = this.#told.get(line);
    if (isTold !== undefined || this.#foldedFrom === Infinity) return isTold ?? false;
    return this.#isContainer(line) && this.#index.line(line).depth >= this.#foldedFrom;
  }

  /** The line itself, or the outermost folded one that it is in. */
  #seen(line: number): number {
    if (this.#told.size === 0 && this.#foldedFrom === Infinity) return line;
    const opener = this.#index.openerOf(line);
    const holders = this.#index.holdersOf(opener);
    for (const [depth, holder] of holders.entries()) {
      if (this.#told.get(holder) ?? depth >= this.#foldedFrom) return holder;
    }
    return opener !== line && this.#isFolded(opener) ? opener : line;
  }

  /** The visible line before a visible line; if that line closes something folded, the line that opens it. */
  #before(line: number): number {
    const opener = this.#index.openerOf(line - 1);
    return opener !== line - 1 && this.#isFolded(opener) ? opener : line - 1;
  }

  /** The last known row of a line, after laying out at least up to `part`. */
  #lastOf(line: number, part = 0): number {
    const rows = this.textOf(line);
    while (rows !== undefined && !rows.isDone && rows.count <= part + 1) rows.step(FIRST_BYTES);
    return this.rowOf(line, Math.max(0, (rows?.count ?? 1) - 1));
  }
}
