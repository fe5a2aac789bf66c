import type { Canvas } from '../cells/canvas.js';
import { BOLD, INVERSE, styleOf, type Role } from '../../report/style.js';
import type { Span, StyledLine } from '../../report/styled-line.js';
import { formatShortDuration } from '../../report/quantities.js';
import type { TranscriptStyle } from '../../report/transcript/blocks.js';
import type { TranscriptRow } from './transcript-rows.js';

/** The width of the cursor and item marks at the left, with a blank. */
const GUTTER = 2;
const LABEL = 10;
/** From this width on, the time since the turn began and the frame number are shown before the text. */
const WIDE = 100;
const TIME = 8;
const FRAME = 8;

/** A row, and whether it has the cursor. */
interface PaintedRow extends TranscriptRow {
  readonly isSelected: boolean;
  /** Whether it belongs to the item with the cursor. */
  readonly isOfSelected: boolean;
  /** Whether its item is marked, or selected. */
  readonly sign: Span | undefined;
}

/** The parts of a transcript to paint. */
export interface PaintedTranscript {
  readonly header: readonly StyledLine[];
  readonly rows: readonly PaintedRow[];
  readonly listHeight: number;
  readonly bar: StyledLine | undefined;
  /** When the turn began, in ms since time zero. */
  readonly begunMs: number;
}

/** The width for text on a screen. */
export function textWidth(width: number): number {
  return Math.max(2, width - textAt(width));
}

function textAt(width: number): number {
  return GUTTER + LABEL + (width >= WIDE ? TIME + FRAME : 0);
}

export function paintTranscript(canvas: Canvas, { header, rows, listHeight, bar, begunMs }: PaintedTranscript): void {
  const { width, glyphs } = canvas;
  for (const [y, line] of header.entries()) canvas.line(1, y, line);
  // if there are two lines of facts, there is room for a rule
  const top = header.length + (header.length > 1 ? 1 : 0);
  if (top > header.length) canvas.text(0, header.length, glyphs.horizontal.repeat(width), styleOf('dim'));
  for (const [i, row] of rows.slice(0, listHeight).entries()) paintRow(canvas, top + i, row, begunMs);
  if (bar !== undefined) canvas.line(0, top + listHeight, bar);
}

function paintRow(canvas: Canvas, y: number, row: PaintedRow, begunMs: number): void {
  const { glyphs, width } = canvas;
  const { block, line, isFirst, isSelected, isOfSelected, sign, atMs } = row;
  if (isSelected) canvas.park(0, y);
  if (isSelected) canvas.text(0, y, glyphs.selected, styleOf('plain', BOLD));
  else if (isOfSelected) canvas.text(0, y, glyphs.vertical, styleOf('dim'));
  if (isFirst && sign !== undefined) canvas.text(1, y, sign.text, styleOf(sign.role ?? 'plain'));
  const left = width >= WIDE ? GUTTER + TIME + FRAME : GUTTER;
  if (isFirst) {
    if (width >= WIDE) {
      const time = atMs === undefined ? '' : `+${formatShortDuration(Math.max(0, atMs - begunMs))}`;
      canvas.cell({ x: GUTTER, y, width: TIME }, time.padStart(TIME - 1), styleOf('dim'));
      canvas.cell({ x: GUTTER + TIME, y, width: FRAME }, `#${block.seq}`.padStart(FRAME - 1), styleOf('dim'));
    }
    const role = labelRole(block.style, block.label);
    const sign = block.style === 'violation' ? `${glyphs[severityOf(block.label)]} ` : '';
    canvas.cell({ x: left, y, width: LABEL - 1 }, `${sign}${block.label}`, styleOf(role, isSelected ? INVERSE : BOLD));
  }
  canvas.line(left + LABEL, y, line);
}

function severityOf(label: string): 'error' | 'warning' | 'info' {
  return label === 'error' || label === 'warning' ? label : 'info';
}

const ROLES: Readonly<Record<TranscriptStyle, Role>> = {
  title: 'title',
  user: 'user',
  agent: 'agent',
  thought: 'thought',
  tool: 'tool',
  diff: 'tool',
  plan: 'plan',
  permission: 'permission',
  service: 'dim',
  violation: 'error',
  end: 'title',
};

function labelRole(style: TranscriptStyle, label: string): Role {
  return style === 'violation' ? severityOf(label) : ROLES[style];
}
