import type { Canvas } from '../cells/canvas.js';
import { styleOf } from '../../report/style.js';
import type { StyledLine } from '../../report/styled-line.js';

/** The least number of lines of a list with facts below it. */
const LIST_ROWS = 10;
/** The least number of lines for facts: a rule and two lines. */
const LEAST_FACTS = 3;

/**
 * How many lines below a list are for facts, including their rule. On a low screen, only the lines that the list leaves free.
 *
 * @param usual the usual number
 */
export function factsHeight(height: number, rows: number, usual: number): number {
  // one line is for the titles
  if (height >= LIST_ROWS + usual + 1) return usual;
  const left = height - 1 - rows;
  return left < LEAST_FACTS ? 0 : Math.min(left, usual);
}

/** Paints a rule and the facts about the selected item below it. A sign shows that there are more. */
export function paintFacts(canvas: Canvas, lines: readonly StyledLine[]): void {
  canvas.text(0, 0, canvas.glyphs.horizontal.repeat(canvas.width), styleOf('punctuation'));
  const room = canvas.height - 1;
  for (const [i, line] of lines.slice(0, room).entries()) canvas.line(1, i + 1, line);
  if (lines.length > room) canvas.text(canvas.width - 1, room, canvas.glyphs.cut, styleOf('dim'));
}
