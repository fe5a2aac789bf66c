import type { Canvas } from '../cells/canvas.js';
import type { MouseAction } from '../frame/view.js';
import { BOLD, INVERSE, styleOf } from '../../report/style.js';
import type { StyledLine } from '../../report/styled-line.js';
import type { Action } from '../keys/key-bindings.js';
import { RowCursor } from './row-cursor.js';
import { AllRows } from './rows.js';

/** The cursor stands left of the lines, with a blank behind: so many cells. */
export const GUTTER = 2;

const WHEEL_LINES = 3;

/** A line of a page, and the frame that it is about. */
export interface ListedLine {
  readonly spans: StyledLine;
  readonly seq?: number | undefined;
}

/** A page of lines with a cursor. It is dim on a line that leads nowhere. */
export class LineList {
  readonly #cursor = new RowCursor(new AllRows({ entries: 0 }));
  #lines: readonly ListedLine[] = [];

  get lines(): readonly ListedLine[] {
    return this.#lines;
  }

  get selected(): ListedLine | undefined {
    return this.#lines[this.#cursor.selected ?? -1];
  }

  /** Which line is selected, from 0 on. */
  get position(): number | undefined {
    return this.#cursor.selected;
  }

  /** Other lines: the cursor stays at its place, or goes to the last. */
  show(lines: readonly ListedLine[]): void {
    this.#lines = lines;
    this.#cursor.show(new AllRows({ entries: lines.length }));
  }

  /** @param index of a line, from 0 on */
  to(index: number): void {
    this.#cursor.to(index);
  }

  prepare(height: number): void {
    this.#cursor.prepare(height);
  }

  paint(canvas: Canvas): void {
    for (const [y, row] of this.#cursor.visible.entries()) {
      const line = this.#lines[row];
      if (line === undefined) continue;
      if (row === this.#cursor.selected) {
        canvas.park(0, y);
        canvas.text(0, y, canvas.glyphs.selected, styleOf('plain', line.seq === undefined ? 0 : INVERSE | BOLD));
      }
      canvas.line(GUTTER, y, line.spans);
    }
  }

  /** @returns whether the action moved the cursor */
  act(action: Action): boolean {
    return this.#cursor.act(action);
  }

  /** @returns whether there was something under the mouse */
  mouse({ type, y }: MouseAction): boolean {
    if (type === 'click') return this.#cursor.click(y);
    this.#cursor.scroll(type === 'wheel-up' ? -WHEEL_LINES : WHEEL_LINES);
    return true;
  }
}
