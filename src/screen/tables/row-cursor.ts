import type { Action } from '../keys/key-bindings.js';
import type { Rows } from './rows.js';

/** How many rows stay visible above and below the cursor. */
const MARGIN = 3;

/** The selected row of a list, and the visible rows. */
export class RowCursor {
  #rows: Rows;
  #selected: number | undefined;
  #top: number | undefined;
  #height = 1;
  #visible: readonly number[] = [];

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  get selected(): number | undefined {
    return this.#selected;
  }

  /** The visible rows, from top to bottom, since the last {@link RowCursor.prepare}. */
  get visible(): readonly number[] {
    return this.#visible;
  }

  /** Sets other rows. The selected row stays, or the next remaining row is selected. */
  show(rows: Rows): void {
    this.#rows = rows;
    if (this.#selected !== undefined) this.#selected = rows.at(this.#selected) ?? rows.last;
    if (this.#top !== undefined) this.#top = rows.at(this.#top);
  }

  /** Goes to the row that contains an entry. */
  to(seq: number): void {
    this.#selected = this.#rows.at(seq) ?? this.#rows.last;
  }

  toFirst(): void {
    this.#selected = this.#rows.first;
  }

  toLast(): void {
    this.#selected = this.#rows.last;
  }

  /** @param by the number of rows; negative: up */
  move(by: number): void {
    if (this.#selected === undefined) this.toFirst();
    else this.#selected = this.#walk(this.#selected, by);
  }

  /** Scrolls. The selection moves only if it would become invisible. */
  scroll(by: number): void {
    if (this.#top === undefined || this.#selected === undefined) return;
    this.#top = this.#walk(this.#top, by);
    this.#top = Math.min(this.#top, this.#walk(this.#rows.last ?? 0, 1 - this.#height));
    const margin = this.#margin();
    const least = this.#top === this.#rows.first ? this.#top : this.#walk(this.#top, margin);
    const bottom = this.#walk(this.#top, this.#height - 1);
    const most = bottom === this.#rows.last ? bottom : this.#walk(bottom, -margin);
    this.#selected = Math.min(Math.max(this.#selected, least), most);
  }

  /** Takes an action of the context `move`. @returns false for other actions */
  act({ name }: Action): boolean {
    switch (name) {
      case 'down':
        this.move(1);
        return true;
      case 'up':
        this.move(-1);
        return true;
      case 'half-page-down':
        this.move(Math.max(1, this.#height >> 1));
        return true;
      case 'half-page-up':
        this.move(-Math.max(1, this.#height >> 1));
        return true;
      case 'page-down':
        this.move(this.#height);
        return true;
      case 'page-up':
        this.move(-this.#height);
        return true;
      case 'first':
        this.toFirst();
        return true;
      case 'last':
        this.toLast();
        return true;
      default:
        return false;
    }
  }

  /** Finds the visible rows for a height. */
  prepare(height: number): void {
    this.#height = Math.max(1, height);
    this.#selected ??= this.#rows.first;
    if (this.#selected === undefined) {
      this.#visible = [];
      return;
    }
    const margin = this.#margin();
    this.#top ??= this.#selected;
    this.#top = Math.min(this.#top, this.#walk(this.#selected, -margin));
    const below = this.#walk(this.#selected, margin);
    this.#top = Math.max(this.#top, this.#walk(below, 1 - this.#height));
    this.#visible = this.#from(this.#top);
    if (this.#visible.length >= this.#height) return;
    // if there is room below the last row, show more rows above
    this.#top = this.#walk(this.#top, this.#visible.length - this.#height);
    this.#visible = this.#from(this.#top);
  }

  /** @param y the line of the list, from 0 @returns whether there is a row */
  click(y: number): boolean {
    const row = this.#visible[y];
    if (row === undefined) return false;
    this.#selected = row;
    return true;
  }

  #margin(): number {
    return Math.min(MARGIN, (this.#height - 1) >> 1);
  }

  #walk(row: number, by: number): number {
    let at = row;
    for (let left = Math.abs(by); left > 0; left -= 1) {
      const next = by > 0 ? this.#rows.next(at) : this.#rows.previous(at);
      if (next === undefined) break;
      at = next;
    }
    return at;
  }

  #from(top: number): number[] {
    const visible = [top];
    for (let at = this.#rows.next(top); at !== undefined && visible.length < this.#height; at = this.#rows.next(at)) {
      visible.push(at);
    }
    return visible;
  }
}
