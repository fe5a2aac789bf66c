import type { Glyphs } from '../../report/glyphs.js';
import { styleOf, type Emphasis, type Style } from '../../report/style.js';
import type { StyledLine } from '../../report/styled-line.js';

/** A part of the screen in cells, counted from 0 at the top left. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Cells beside each other. */
export interface Stretch {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** The place of the terminal's cursor. */
export interface Cursor {
  readonly x: number;
  readonly y: number;
  readonly isShown: boolean;
}

/** The cells that are drawn on. All text passes through here, and its control characters are escaped here. */
export interface Cells {
  /** Writes as much of a text as fits. @returns the cell after it */
  text(where: Stretch, text: string, style: Style): number;
  fill(rect: Rect, style: Style): void;
  /** Puts the terminal's cursor here. */
  park(cursor: Cursor): void;
  /** How many cells a text takes. @param atMost counting may stop here: the result is then at most one more */
  widthOf(text: string, atMost?: number): number;
}

/** A part of the screen that a view draws on; it cannot draw outside. */
export class Canvas {
  readonly glyphs: Glyphs;
  readonly #cells: Cells;
  readonly #rect: Rect;

  constructor(cells: Cells, rect: Rect, glyphs: Glyphs) {
    this.#cells = cells;
    this.#rect = rect;
    this.glyphs = glyphs;
  }

  get width(): number {
    return this.#rect.width;
  }

  get height(): number {
    return this.#rect.height;
  }

  /** A smaller part of this part; anything outside is cut off. */
  part({ x, y, width, height }: Rect): Canvas {
    const left = Math.min(Math.max(0, x), this.width);
    const top = Math.min(Math.max(0, y), this.height);
    const rect = {
      x: this.#rect.x + left,
      y: this.#rect.y + top,
      width: Math.max(0, Math.min(x + width, this.width) - left),
      height: Math.max(0, Math.min(y + height, this.height) - top),
    };
    return new Canvas(this.#cells, rect, this.glyphs);
  }

  /** How many cells a text takes. @param atMost counting may stop here: the result is then at most one more */
  widthOf(text: string, atMost?: number): number {
    return this.#cells.widthOf(text, atMost);
  }

  /** Writes a text up to the right edge. @returns the cell behind it */
  text(x: number, y: number, text: string, style: Style = 0): number {
    return this.cell({ x, y, width: this.width - x }, text, style);
  }

  /** Writes a text; if it does not fit, it is cut and ends in a sign for that. @returns the cell after it */
  cell({ x, y, width }: Stretch, text: string, style: Style = 0): number {
    const room = Math.min(this.width - x, width);
    if (x < 0 || y < 0 || y >= this.height || room <= 0) return x;
    // a long text costs no more than its visible part
    const isCut = this.widthOf(text, room + 1) > room;
    const line = this.#rect.y + y;
    const behind = this.#cells.text({ x: this.#rect.x + x, y: line, width: isCut ? room - 1 : room }, text, style);
    if (!isCut) return behind - this.#rect.x;
    this.#cells.text({ x: behind, y: line, width: 1 }, this.glyphs.cut, style);
    return x + room;
  }

  /** Writes a line of several spans. @param emphasis added to that of the spans @returns the cell after it */
  line(x: number, y: number, line: StyledLine, emphasis: Emphasis = 0): number {
    let at = x;
    for (const { text, role = 'plain', emphasis: own = 0 } of line) {
      if (at >= this.width) break;
      at = this.text(at, y, text, styleOf(role, own | emphasis));
    }
    return at;
  }

  /** Writes a line that ends at the right edge. @returns its first cell */
  lineAtRight(y: number, line: StyledLine, emphasis: Emphasis = 0): number {
    const width = line.reduce((sum, { text }) => sum + this.widthOf(text, this.width), 0);
    const x = Math.max(0, this.width - width);
    this.line(x, y, line, emphasis);
    return x;
  }

  /**
   * Puts the terminal's cursor here. It is hidden on a selection, for screen magnifiers and readers that follow it, and visible where a
   * person types. The last call counts.
   */
  park(x: number, y: number, isShown = false): void {
    if (x < 0 || x >= this.width || y < 0 || y >= this.height) return;
    this.#cells.park({ x: this.#rect.x + x, y: this.#rect.y + y, isShown });
  }

  /** Gives cells a style, and blanks them. */
  fill(rect: Rect, style: Style): void {
    const { x, y, width, height } = rect;
    const { width: w, height: h } = this.part(rect);
    if (w <= 0 || h <= 0 || width <= 0 || height <= 0) return;
    this.#cells.fill(
      { x: this.#rect.x + Math.max(0, x), y: this.#rect.y + Math.max(0, y), width: w, height: h },
      style,
    );
  }
}
