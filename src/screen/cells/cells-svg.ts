import type { CellBuffer } from './cell-buffer.js';
import { readableOn, terminalColour, type Background } from './terminal-colours.js';
import { attributesOf } from './theme.js';

/** The size of a cell, in the units of the picture. */
export const CELL_WIDTH = 8.4;
export const CELL_HEIGHT = 18;
/** The space around the cells. */
export const MARGIN = 12;

const FONT_SIZE = 14;
/** The distance from the top of a row to its baseline. */
const BASELINE = 13.5;

/** Block characters, and how dense they are. They are drawn as rectangles, because as text they would leave gaps between rows. */
const SHADES: ReadonlyMap<string, number> = new Map([
  ['█', 1],
  ['▓', 0.75],
  ['▒', 0.5],
  ['░', 0.25],
]);

/** Neighbouring cells with the same style. */
interface Run {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly text: string;
  readonly style: number;
}

/**
 * A screen as a picture, in the colours that a terminal of 256 has.
 *
 * @param title a description for people who cannot see the picture
 * @returns a document of SVG that runs and loads nothing
 */
export function cellsSvg(cells: CellBuffer, { title, background }: { title: string; background: Background }): string {
  const width = round(cells.width * CELL_WIDTH + 2 * MARGIN);
  const height = round(cells.height * CELL_HEIGHT + 2 * MARGIN);
  const { paper, ink } = background;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="6" fill="${paper}"/>`,
    `<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,DejaVu Sans Mono,monospace" font-size="${FONT_SIZE}" fill="${ink}">`,
    ...runsOf(cells).flatMap((run) => drawn(run, background)),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function runsOf(cells: CellBuffer): Run[] {
  const runs: Run[] = [];
  for (let y = 0; y < cells.height; y += 1) {
    for (let x = 0; x < cells.width;) {
      const run = runAt(cells, x, y);
      runs.push(run);
      x += run.width;
    }
  }
  return runs;
}

/** The run that begins in a cell. A block character, or one that takes two cells, is a run of its own. */
function runAt(cells: CellBuffer, x: number, y: number): Run {
  const style = cells.styleAt(x, y);
  let text = cells.textAt(x, y);
  let end = x + 1;
  if (SHADES.has(text)) {
    while (end < cells.width && cells.styleAt(end, y) === style && cells.textAt(end, y) === text) end += 1;
    return { x, y, width: end - x, text, style };
  }
  if (isWide(cells, x, y)) return { x, y, width: 2, text, style };
  while (end < cells.width && cells.styleAt(end, y) === style && isPlain(cells, end, y)) {
    text += cells.textAt(end, y);
    end += 1;
  }
  return { x, y, width: end - x, text, style };
}

function isPlain(cells: CellBuffer, x: number, y: number): boolean {
  return !SHADES.has(cells.textAt(x, y)) && !isWide(cells, x, y);
}

function isWide(cells: CellBuffer, x: number, y: number): boolean {
  return x + 1 < cells.width && cells.textAt(x + 1, y) === '';
}

function drawn({ x, y, width, text, style }: Run, background: Background): string[] {
  const { colour, isBold, isUnderlined, isInverse } = attributesOf(style, 256);
  const ink = colour === undefined ? background.ink : readableOn(background, terminalColour(colour));
  const [left, top] = [MARGIN + x * CELL_WIDTH, MARGIN + y * CELL_HEIGHT];
  const box = `x="${round(left)}" y="${round(top)}" width="${round(width * CELL_WIDTH)}" height="${CELL_HEIGHT}"`;
  const shade = SHADES.get(text);
  if (shade !== undefined) return [`<rect ${box} fill="${ink}"${shade === 1 ? '' : ` fill-opacity="${shade}"`}/>`];

  const marks = [];
  if (isInverse) marks.push(`<rect ${box} fill="${ink}"/>`);
  if (isUnderlined) marks.push(underline(left, top, width, ink));
  const fill = isInverse ? ` fill="${background.paper}"` : ink === background.ink ? '' : ` fill="${ink}"`;
  const weight = isBold ? ' font-weight="bold"' : '';
  const letters = wordsOf(text, width).map(({ at, width: length, words }) => {
    // the given length keeps a text in its cells, whatever the font
    const place = `x="${round(left + at * CELL_WIDTH)}" y="${round(top + BASELINE)}" textLength="${round(length * CELL_WIDTH)}"`;
    return `<text ${place} lengthAdjust="spacingAndGlyphs"${fill}${weight}>${escaped(words)}</text>`;
  });
  return [...marks, ...letters];
}

/**
 * The texts of a run. Words with one blank between them stay together, because SVG collapses several blanks, and drops those at the ends.
 */
function wordsOf(
  text: string,
  width: number,
): { readonly at: number; readonly width: number; readonly words: string }[] {
  // each character has one cell; wide ones are alone in their run, and marks take no cell
  const signs = Array.from(text.matchAll(/\P{M}\p{M}*/gu), ([sign]) => sign);
  if (signs.length !== width) return [{ at: 0, width, words: text }];
  const found: { at: number; width: number; words: string }[] = [];
  let blanks = 2;
  for (const [at, sign] of signs.entries()) {
    if (sign === ' ') {
      blanks += 1;
      continue;
    }
    const last = found.at(-1);
    if (last === undefined || blanks > 1) found.push({ at, width: 1, words: sign });
    else {
      last.words += ' '.repeat(blanks) + sign;
      last.width = at + 1 - last.at;
    }
    blanks = 0;
  }
  return found;
}

function underline(left: number, top: number, width: number, ink: string): string {
  const y = round(top + BASELINE + 2);
  return `<path d="M${round(left)} ${y}h${round(width * CELL_WIDTH)}" stroke="${ink}"/>`;
}

/** Rounds to tenths: nobody sees more digits, and they make the file longer. */
function round(length: number): number {
  return Math.round(length * 10) / 10;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
