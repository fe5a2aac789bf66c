import type { Cells, Cursor, Rect, Stretch } from './canvas.js';
import { Clusters, widthOf } from './clusters.js';
import type { Charset } from './sanitise.js';
import type { Style } from '../../report/style.js';

/** The content of the right half of a character that takes two cells. */
const RIGHT_HALF = '';

/**
 * The cells of a screen. Text is made safe here, and nowhere else: a cell holds only one visible character with its marks, and a row is
 * always as wide as the buffer.
 */
export class CellBuffer implements Cells {
  readonly width: number;
  readonly height: number;
  readonly charset: Charset;
  readonly #texts: string[];
  readonly #styles: Int32Array;
  #cursor: Cursor | undefined;

  constructor(width: number, height: number, charset: Charset = 'utf-8') {
    this.width = width;
    this.height = height;
    this.charset = charset;
    this.#texts = new Array<string>(width * height).fill(' ');
    this.#styles = new Int32Array(width * height);
  }

  /** Blanks all of it. */
  clear(): void {
    this.#texts.fill(' ');
    this.#styles.fill(0);
    this.#cursor = undefined;
  }

  /** The place for the terminal's cursor; if undefined, it is hidden anywhere. */
  get cursor(): Cursor | undefined {
    return this.#cursor;
  }

  park(cursor: Cursor): void {
    this.#cursor = cursor;
  }

  text({ x, y, width }: Stretch, text: string, style: Style): number {
    const end = Math.min(this.width, x + width);
    if (x < 0 || y < 0 || y >= this.height || x >= end) return x;
    const row = y * this.width;
    const clusters = new Clusters(text, this.charset);
    let at = x;
    while (at < end && clusters.next()) {
      if (at + clusters.width > end) break;
      if (at === x) this.#halve(row, x);
      this.#texts[row + at] = clusters.text;
      this.#styles[row + at] = style;
      at += 1;
      if (clusters.width === 1) continue;
      this.#texts[row + at] = RIGHT_HALF;
      this.#styles[row + at] = style;
      at += 1;
    }
    // if a wide character was here, its left half was overwritten
    if (at < this.width && at > x && this.#texts[row + at] === RIGHT_HALF) this.#texts[row + at] = ' ';
    return at;
  }

  fill({ x, y, width, height }: Rect, style: Style): void {
    const [left, right] = [Math.max(0, x), Math.min(this.width, x + width)];
    if (left >= right) return;
    for (let line = Math.max(0, y); line < Math.min(this.height, y + height); line += 1) {
      const row = line * this.width;
      this.#halve(row, left);
      if (right < this.width) this.#halve(row, right);
      this.#texts.fill(' ', row + left, row + right);
      this.#styles.fill(style, row + left, row + right);
    }
  }

  widthOf(text: string, atMost?: number): number {
    return widthOf(text, this.charset, atMost);
  }

  /** The text of a cell; empty in the right half of a wide character. */
  textAt(x: number, y: number): string {
    return this.#texts[y * this.width + x] ?? ' ';
  }

  styleAt(x: number, y: number): Style {
    return this.#styles[y * this.width + x] ?? 0;
  }

  /** The text of a row, with the blanks at its end. */
  row(y: number): string {
    return this.#texts.slice(y * this.width, (y + 1) * this.width).join('');
  }

  /** The text of the screen, without styles and without blanks at the ends of rows. */
  toString(): string {
    return Array.from({ length: this.height }, (_, y) => this.row(y).trimEnd()).join('\n');
  }

  /** If this cell is the right half of a wide character, blanks that character. */
  #halve(row: number, x: number): void {
    if (this.#texts[row + x] !== RIGHT_HALF) return;
    this.#texts[row + x - 1] = ' ';
    this.#texts[row + x] = ' ';
  }
}
