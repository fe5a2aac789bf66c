import { expect, test } from 'vitest';
import type { CellBuffer } from '../../src/screen/cells/cell-buffer.js';
import { emphasisOf, roleOf, ROLES } from '../../src/report/style.js';
import { attributesOf, type Colours } from '../../src/screen/cells/theme.js';
import { ScreenTour } from '../support/screen/screen-tour.js';

const RECORDED = ['text-turn', 'load', 'tool-call-allowed', 'two-sessions', 'cancel-permission', 'demo'];

/** How one gets to each screen from the list of recordings. */
const WAYS: Readonly<Record<string, readonly string[]>> = {
  recordings: [],
  turns: ['enter'],
  frames: ['enter', '3', 'v'],
  'frames-uncollapsed': ['enter', '3', 'c', 't'],
  frame: ['enter', '3', 'v', 'enter'],
  transcript: ['enter', '5'],
  playback: ['enter', 'p', 'space', '.', '.', '.', '.', '.'],
  'playback-frames': ['enter', 'p', 'space', 'right', '3'],
  violations: ['4'],
  statistics: ['6'],
  why: ['7'],
  'take-away': ['enter', 'x'],
  help: ['enter', '3', '?'],
  palette: ['enter', '3', ':', 'down'],
  'filter-prompt': ['enter', '3', 'f'],
  deletion: ['S-d'],
  replay: ['S-r'],
};
const SIZES = [
  { width: 80, height: 24 },
  { width: 120, height: 40 },
  { width: 40, height: 10 },
] as const;

test.each(Object.entries(WAYS))('%s at all sizes, in UTF-8 and ASCII', async (name, keys) => {
  const tour = new ScreenTour(RECORDED).press(...keys);
  const screens = SIZES.flatMap((size) =>
    (['utf-8', 'ascii'] as const).map((charset) => {
      const title = `═══ ${size.width}x${size.height} ${charset} `.padEnd(size.width, '═');
      return `${title}\n${tour.picture(size, charset).toString()}\n`;
    }),
  );
  await expect(screens.join('')).toMatchFileSnapshot(`../golden/screen/whole-${name}.txt`);
});

test.each([
  ['256 colours', 256],
  ['16 colours', 16],
  ['none', 0],
] as const)('with %s: which text is drawn how', async (name, colours) => {
  const texts = Object.entries(WAYS).map(([screen, keys]) => {
    const picture = new ScreenTour(RECORDED).press(...keys).picture({ width: 80, height: 24 });
    return `═══ ${screen}\n${styledRuns(picture, colours)}\n`;
  });
  await expect(texts.join('')).toMatchFileSnapshot(`../golden/screen/styles-${name.replace(' ', '-')}.txt`);
});

test('without colours nothing is told by colour alone: severities and senders have signs of their own', () => {
  for (const role of ROLES) expect(attributesOf(ROLES.indexOf(role), 0).colour).toBeUndefined();
});

test.each([
  [30, 5],
  [39, 40],
  [120, 9],
])('at %dx%d a card says what is needed, and q leaves', (width, height) => {
  const tour = new ScreenTour(RECORDED);
  expect(tour.picture({ width, height }).toString()).toContain('needs at least 40x10');
});

/** The words of each row with what the terminal is told of them. */
function styledRuns(picture: CellBuffer, colours: Colours): string {
  const rows: string[] = [];
  for (let y = 0; y < picture.height; y += 1) rows.push(runsOf(picture, y, colours).join(' '));
  return rows.map((row) => row.trimEnd()).join('\n');
}

function runsOf(picture: CellBuffer, y: number, colours: Colours): string[] {
  const runs: string[] = [];
  for (let x = 0; x < picture.width;) {
    const style = picture.styleAt(x, y);
    let text = '';
    for (; x < picture.width && picture.styleAt(x, y) === style; x += 1) text += picture.textAt(x, y);
    if (text.trim() === '' && emphasisOf(style) === 0) continue;
    const { colour, isBold, isUnderlined, isInverse } = attributesOf(style, colours);
    const flags = `${isBold ? 'b' : ''}${isUnderlined ? 'u' : ''}${isInverse ? 'i' : ''}`;
    runs.push(`{${roleOf(style)} ${colour ?? '-'}${flags === '' ? '' : ` ${flags}`}: ${text.trim()}}`);
  }
  return runs;
}
