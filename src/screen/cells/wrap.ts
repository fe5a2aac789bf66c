import { Clusters } from './clusters.js';
import type { Charset } from './sanitise.js';
import type { Span, StyledLine } from '../../report/styled-line.js';

export interface WrapOptions {
  /** In cells, at least 2. */
  readonly width: number;
  readonly charset: Charset;
  /** Breaks at the right edge instead of between words: for code and output. */
  readonly isCode?: boolean;
}

/** The largest indentation of continued rows, in cells. */
const DEEPEST_INDENT = 16;

/**
 * Wraps a line into rows: between words, or within a word that is too long. Continued rows are indented to the first word. The rows hold
 * text in its visible form, so it must not be spelled out again.
 */
export function wrapLine(line: StyledLine, { width, charset, isCode = false }: WrapOptions): StyledLine[] {
  const cells = cellsOf(line, charset);
  const rows: StyledLine[] = [];
  let indent = 0;
  let start = 0;
  do {
    const room = width - (rows.length === 0 ? 0 : indent);
    const end = endOfRow(cells, { start, room, isCode });
    if (rows.length === 0 && !isCode) indent = Math.min(leadingBlanks(cells), DEEPEST_INDENT, width >> 1, width - 2);
    const row = rowOf(cells, start, end);
    rows.push(rows.length === 0 || indent === 0 ? row : [{ text: ' '.repeat(indent) }, ...row]);
    start = end;
    // the blanks at a break are dropped
    if (!isCode) while (start < cells.length && cells[start]?.text === ' ') start += 1;
  } while (start < cells.length);
  return rows;
}

interface Cell {
  readonly text: string;
  readonly width: number;
  readonly span: Span;
}

function cellsOf(line: StyledLine, charset: Charset): Cell[] {
  const cells: Cell[] = [];
  for (const span of line) {
    const clusters = new Clusters(span.text, charset);
    while (clusters.next()) cells.push({ text: clusters.text, width: clusters.width, span });
  }
  return cells;
}

function endOfRow(
  cells: readonly Cell[],
  { start, room, isCode }: { readonly start: number; readonly room: number; readonly isCode: boolean },
): number {
  let used = 0;
  let end = start;
  let wordEnd = start;
  let hasWord = false;
  while (end < cells.length) {
    const { text, width } = cells[end] ?? { text: '', width: 1 };
    if (used + width > room) break;
    used += width;
    end += 1;
    if (text !== ' ') hasWord = true;
    else if (hasWord) wordEnd = end;
  }
  // a character that is wider than the row must still be placed
  if (end === start) return start + 1;
  if (end === cells.length || isCode || cells[end]?.text === ' ') return end;
  return wordEnd > start ? wordEnd : end;
}

function leadingBlanks(cells: readonly Cell[]): number {
  const first = cells.findIndex(({ text }) => text !== ' ');
  return Math.max(0, first);
}

function rowOf(cells: readonly Cell[], start: number, end: number): StyledLine {
  const row: { text: string; span: Span }[] = [];
  for (const { text, span } of cells.slice(start, end)) {
    const last = row.at(-1);
    if (last?.span === span) last.text += text;
    else row.push({ text, span });
  }
  return row.map(({ text, span }) => ({ ...span, text }));
}
