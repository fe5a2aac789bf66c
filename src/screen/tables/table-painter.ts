import type { Severity } from '../../check/engine/severity.js';
import type { Canvas } from '../cells/canvas.js';
import { BOLD, INVERSE, styleOf, UNDERLINE } from '../../report/style.js';
import type { Span } from '../../report/styled-line.js';

/** A column of a table on the screen. */
export interface ScreenColumn<Row> {
  readonly title: string;
  /** In cells; for a flexible column, the least width. */
  readonly width: number;
  /** Flexible columns share the remaining width. */
  readonly isFlexible?: boolean;
  /** The largest width of a flexible column; the others share the rest. */
  readonly most?: number;
  readonly align?: 'right';
  /** The higher, the sooner the column is left out if there is no room; 0: never. */
  readonly dropped: number;
  /** A text, or a bar of several spans, for a width. */
  readonly span: (row: Row, width: number) => Span | readonly Span[];
}

/** One line of a table. */
export interface TableLine<Row> {
  readonly row: Row;
  readonly isSelected: boolean;
  readonly severity?: Severity | undefined;
  /** A sign between gutter and columns: live, marked. */
  readonly sign?: Span | undefined;
}

/** The gutter: selection, severity, sign, and a blank. */
const GUTTER = 3;

/**
 * Draws the titles and the lines of a table. Columns without room are left out by rank, and nothing is wrapped. The terminal's cursor goes
 * to the selected line.
 */
export function paintTable<Row>(
  canvas: Canvas,
  columns: readonly ScreenColumn<Row>[],
  lines: readonly TableLine<Row>[],
): void {
  const placed = placedColumns(columns, canvas.width - GUTTER);
  const heading = styleOf('plain', BOLD | UNDERLINE);
  canvas.fill({ x: 0, y: 0, width: canvas.width, height: 1 }, heading);
  for (const { column, x, width } of placed) {
    canvas.cell({ x: GUTTER + x, y: 0, width }, aligned(column, column.title, width, canvas), heading);
  }
  for (const [i, line] of lines.entries()) paintLine(canvas, placed, line, i + 1);
}

export interface PlacedColumn<Row> {
  readonly column: ScreenColumn<Row>;
  readonly x: number;
  readonly width: number;
}

/** The columns that fit, with their places. */
export function placedColumns<Row>(columns: readonly ScreenColumn<Row>[], width: number): PlacedColumn<Row>[] {
  const least = (some: readonly ScreenColumn<Row>[]) => some.reduce((sum, column) => sum + column.width + 1, -1);
  let kept = columns;
  while (least(kept) > width) {
    const worst = Math.max(...kept.map(({ dropped }) => dropped));
    if (worst === 0) break;
    kept = kept.filter(({ dropped }) => dropped !== worst);
  }
  const spare = sharedOut(kept, Math.max(0, width - least(kept)));
  let x = 0;
  return kept.map((column, i) => {
    const placed = { column, x, width: column.width + (spare[i] ?? 0) };
    x += placed.width + 1;
    return placed;
  });
}

/** Shares the remaining cells among the flexible columns equally; those with a largest width first. */
function sharedOut<Row>(columns: readonly ScreenColumn<Row>[], cells: number): number[] {
  const shares = columns.map(() => 0);
  const open = columns.flatMap(({ isFlexible, most = Infinity, width }, i) =>
    isFlexible === true ? [{ i, most: Math.max(0, most - width) }] : [],
  );
  open.sort((a, b) => a.most - b.most);
  let left = cells;
  for (const [at, { i, most }] of open.entries()) {
    const share = Math.min(most, Math.floor(left / (open.length - at)));
    shares[i] = share;
    left -= share;
  }
  return shares;
}

function paintLine<Row>(
  canvas: Canvas,
  placed: readonly PlacedColumn<Row>[],
  { row, isSelected, severity, sign }: TableLine<Row>,
  y: number,
): void {
  const { glyphs } = canvas;
  const base = isSelected ? INVERSE : 0;
  if (isSelected) canvas.park(0, y);
  if (isSelected) canvas.fill({ x: 0, y, width: canvas.width, height: 1 }, styleOf('plain', base));
  if (isSelected) canvas.text(0, y, glyphs.selected, styleOf('plain', base | BOLD));
  if (severity !== undefined) canvas.text(1, y, glyphs[severity], styleOf(severity, base | BOLD));
  if (sign !== undefined) canvas.text(2, y, sign.text, styleOf(sign.role ?? 'plain', base));
  for (const { column, x, width } of placed) {
    const shown = column.span(row, width);
    if (isBar(shown)) {
      // in inverse colours, a full bar would look empty
      canvas.part({ x: GUTTER + x, y, width, height: 1 }).line(0, 0, shown);
      continue;
    }
    const { text, role = 'plain', emphasis = 0 } = shown;
    canvas.cell({ x: GUTTER + x, y, width }, aligned(column, text, width, canvas), styleOf(role, base | emphasis));
  }
}

export function isBar(shown: Span | readonly Span[]): shown is readonly Span[] {
  return Array.isArray(shown);
}

function aligned<Row>({ align }: ScreenColumn<Row>, text: string, width: number, canvas: Canvas): string {
  return align === 'right' ? ' '.repeat(Math.max(0, width - canvas.widthOf(text))) + text : text;
}
