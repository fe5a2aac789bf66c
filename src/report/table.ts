import { escapeUnsafe } from '../wire/plain-text.js';

/** A column of a table. Its texts may contain anything: unsafe characters are escaped here, before the width is measured. */
export interface Column<Row> {
  readonly title: string;
  readonly text: (row: Row) => string;
  readonly align: 'left' | 'right';
  /** Its smallest and its largest width in characters; longer texts are cut. The last column takes the remaining width. */
  readonly width: readonly [least: number, most: number];
}

/** A cell of a line, padded and cut to its width. */
export interface Cell {
  readonly title: string;
  readonly text: string;
}

/** Lays out rows in columns. The widths grow with the rows so far, so that each row can be printed as it comes. */
export class Table<Row> {
  readonly #columns: readonly Column<Row>[];
  readonly #widths: number[];
  readonly #lineWidth: number;

  /** @param lineWidth the most characters of a line; the last column is cut to it */
  constructor(columns: readonly Column<Row>[], lineWidth: number) {
    this.#columns = columns;
    this.#widths = columns.map(({ width: [least] }) => least);
    this.#lineWidth = lineWidth;
  }

  titles(): Cell[] {
    return this.#set(this.#columns.map(({ title }) => title));
  }

  /** Widens the columns for rows that will be laid out. */
  measure(rows: Iterable<Row>): void {
    for (const row of rows) this.#widen(this.#textsOf(row));
  }

  row(row: Row): Cell[] {
    return this.#set(this.#textsOf(row));
  }

  #textsOf(row: Row): string[] {
    return this.#columns.map(({ text }) => escapeUnsafe(text(row)));
  }

  #widen(texts: readonly string[]): void {
    for (const [i, text] of texts.entries()) {
      const [, most] = this.#columns[i]?.width ?? [0, 0];
      this.#widths[i] = Math.max(this.#widths[i] ?? 0, Math.min(text.length, most));
    }
  }

  #set(texts: readonly string[]): Cell[] {
    this.#widen(texts);
    let left = this.#lineWidth;
    return this.#columns.map(({ title, align }, i) => {
      const text = texts[i] ?? '';
      const isLast = i === this.#columns.length - 1;
      const width = isLast ? Math.max(0, left) : (this.#widths[i] ?? 0);
      left -= width + 2;
      const fitted = cut(text, width);
      if (isLast) return { title, text: fitted };
      return { title, text: align === 'right' ? fitted.padStart(width) : fitted.padEnd(width) };
    });
  }
}

/** Cells as one line. */
export function lineOf(cells: readonly Cell[]): string {
  return cells
    .map(({ text }) => text)
    .join('  ')
    .trimEnd();
}

function cut(text: string, width: number): string {
  if (text.length <= width) return text;
  return width < 2 ? text.slice(0, width) : `${text.slice(0, width - 1)}…`;
}
