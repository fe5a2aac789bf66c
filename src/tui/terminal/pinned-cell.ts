import { isWithin } from '../../screen/cells/width.js';

/**
 * The text of a cell for the terminal. If terminals disagree about its width (emoji, combining marks, new symbols), the cells are blanked
 * first and the cursor is placed after them. The rest of the row is then in the right place on every terminal.
 *
 * @param text the text of the cell, without control characters, and never empty
 * @param width its number of cells by our count
 * @param x its column, from 0
 */
export function pinned(text: string, width: 1 | 2, x: number): string {
  const behind = `\u001b[${x + width + 1}G`;
  return width === 2 ? `${BLANKED}\u001b[${x + 1}G${text}${behind}` : text + behind;
}

/** Whether all terminals agree with us about the width of the text of one cell. */
export function isAgreedUpon(text: string): boolean {
  if (text.length <= 1 && text <= '~') return true;
  const point = text.codePointAt(0) ?? 0;
  return text.length === (point > 0xffff ? 2 : 1) && isWithin(point, AGREED_RANGES);
}

/** Whether {@link pinned} made this text, for two cells. */
export function isPinnedWide(text: string): boolean {
  return text.startsWith(BLANKED);
}

const BLANKED = '  ';

/** Latin, Greek, Cyrillic, punctuation, arrows, mathematics, control pictures, lines and blocks, our own signs, CJK, Hangul. */
// prettier-ignore
const AGREED_RANGES: readonly (readonly [first: number, last: number])[] = [
  [0x20, 0x7e], [0xa0, 0xac], [0xae, 0x2ff], [0x370, 0x377], [0x37a, 0x37f], [0x384, 0x482], [0x48a, 0x52f],
  [0x2010, 0x2027], [0x2030, 0x205e], [0x20a0, 0x20b8], [0x2190, 0x2193], [0x2200, 0x22ff], [0x2400, 0x2426], [0x2500, 0x25a9],
  [0x25ac, 0x25b5], [0x25b7, 0x25bf], [0x25c1, 0x25ef], [0x2713, 0x2713], [0x2717, 0x2717], [0x3001, 0x3029],
  [0x3041, 0x3096], [0x309b, 0x30ff], [0x3400, 0x4db5], [0x4e00, 0x9fcc], [0xac00, 0xd7a3], [0xff01, 0xff60],
];
