import type { Canvas } from '../cells/canvas.js';
import { styleOf } from '../../report/style.js';
import type { StyledLine } from '../../report/styled-line.js';

/** A list keeps at least so many lines when facts on what is selected stand below it. */
const LIST_ROWS = 10;
/** A rule and two lines: fewer are not worth it. */
const LEAST_FACTS = 3;

/**
 * How many lines below a list are for facts, their rule included. A low screen has them where the list leaves room.
 *
 * @param usual so many as a rule
 */
export function factsHeight(height: number, rows: number, usual: number): number {
  // a line is for the titles
  if (height >= LIST_ROWS + usual + 1) return usual;
  const left = height - 1 - rows;
  return left < LEAST_FACTS ? 0 : Math.min(left, usual);
}

/** Lines below a rule across the screen: what is known of what is selected. A sign says where there are more. */
export function paintFacts(canvas: Canvas, lines: readonly StyledLine[]): void {
  canvas.text(0, 0, canvas.glyphs.horizontal.repeat(canvas.width), styleOf('punctuation'));
  const room = canvas.height - 1;
  for (const [i, line] of lines.slice(0, room).entries()) canvas.line(1, i + 1, line);
  if (lines.length > room) canvas.text(canvas.width - 1, room, canvas.glyphs.cut, styleOf('dim'));
}
