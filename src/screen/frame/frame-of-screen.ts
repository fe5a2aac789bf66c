import type { Canvas } from '../cells/canvas.js';
import { BOLD, INVERSE, styleOf } from '../../report/style.js';
import type { Span, StyledLine } from '../../report/styled-line.js';
import type { ActionName } from '../keys/key-bindings.js';
import { bindingsIn, keyName } from '../keys/keymap.js';
import type { KeyContext } from '../keys/binding.js';

/** The smallest size of the screen. If it is smaller, only a message is shown. */
export const LEAST = { width: 40, height: 10 } as const;
/** Below this height status and footer share a line. */
const TWO_LINES_HEIGHT = 16;

/** The keys that everyone needs first. */
const FIRST_IN_FOOTER: readonly ActionName[] = ['help', 'open'];

/** How many lines stand below a view. */
export function linesBelow(height: number): number {
  return height < TWO_LINES_HEIGHT ? 1 : 2;
}

/**
 * Paints the path to the view at the left, and the place within it at the right. If there is no room, first a long name in the path is
 * shortened, then the beginning of the path is left out.
 */
export function paintTop(canvas: Canvas, crumbs: readonly string[], counters: StyledLine): void {
  const { glyphs, width } = canvas;
  canvas.fill({ x: 0, y: 0, width, height: 1 }, styleOf('plain', INVERSE));
  const right: StyledLine = [{ text: '  ' }, ...counters, { text: ' ' }];
  const end = canvas.lineAtRight(0, right, INVERSE);
  const textOf = (parts: readonly string[]) =>
    ` ${parts.length < crumbs.length ? `${glyphs.cut} ${glyphs.into} ` : ''}${parts.join(` ${glyphs.into} `)}`;
  let shown = crumbs;
  const over = canvas.widthOf(textOf(shown), end + MOST_OVER) - end;
  if (over > 0) shown = withoutMiddle(shown, over === MOST_OVER ? Infinity : over, glyphs.cut);
  while (shown.length > 1 && canvas.widthOf(textOf(shown), end + 1) > end) shown = shown.slice(1);
  canvas.cell({ x: 0, y: 0, width: end }, textOf(shown), styleOf('plain', INVERSE | BOLD));
}

/** The least length of a shortened name in the path, in characters. */
const LEAST_CRUMB = 16;
/** The most cells that a path counts as too long. */
const MOST_OVER = 1_000;

/** Shortens the longest name of a path in its middle, because names often begin alike. */
function withoutMiddle(crumbs: readonly string[], over: number, cut: string): readonly string[] {
  const longest = crumbs.reduce((most, crumb) => (crumb.length > most.length ? crumb : most));
  const kept = Math.max(LEAST_CRUMB, longest.length - over) - 1;
  if (longest.length <= kept + 1) return crumbs;
  const short = `${longest.slice(0, kept - (kept >> 1))}${cut}${longest.slice(-(kept >> 1))}`;
  return crumbs.map((crumb) => (crumb === longest ? short : crumb));
}

/** The most useful keys here, as many as fit. */
export function footerOf(contexts: readonly KeyContext[], pending: string | undefined, width: number): StyledLine {
  if (pending !== undefined)
    return [
      { text: ` ${keyName(pending)}`, role: 'key' },
      { text: ' ...', role: 'dim' },
    ];
  const spans: Span[] = [];
  let room = width - 1;
  const named = bindingsIn(contexts).filter(({ footer, keys }) => footer !== undefined && keys.length > 0);
  const first = FIRST_IN_FOOTER.flatMap((name) => named.filter(({ action }) => action === name));
  const others = named.filter(({ action }) => !FIRST_IN_FOOTER.includes(action));
  for (const { keys, footer = '', footerKey } of [...first, ...others]) {
    const key = footerKey ?? keyName(keys[0] ?? '');
    const length = key.length + footer.length + 3;
    if (length > room) break;
    room -= length;
    spans.push({ text: ` ${key}`, role: 'key' }, { text: ` ${footer} `, role: 'dim' });
  }
  return spans;
}

/** Paints only a message, because the screen is too small. */
export function paintTooSmall(canvas: Canvas): void {
  const { width, height } = canvas;
  const lines = [
    'turntable',
    `terminal is ${width}x${height}`,
    `needs at least ${LEAST.width}x${LEAST.height}`,
    'q quit',
  ];
  for (const [y, line] of lines.entries()) canvas.text(0, y, line);
}
