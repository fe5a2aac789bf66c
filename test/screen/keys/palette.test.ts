import { describe, expect, test } from 'vitest';
import { BINDINGS } from '../../../src/screen/keys/key-bindings.js';
import { Palette, type PaletteEnd } from '../../../src/screen/keys/palette.js';
import { Canvas } from '../../../src/screen/cells/canvas.js';
import { CellBuffer } from '../../../src/screen/cells/cell-buffer.js';
import { UNICODE_GLYPHS } from '../../../src/report/glyphs.js';

const CONTEXTS = ['frames', 'live', 'panes', 'playback', 'move'] as const;

function palette(...history: readonly string[]): Palette {
  return new Palette(CONTEXTS, history);
}

function rows(of: Palette, height = 14): string[] {
  const buffer = new CellBuffer(80, height, 'utf-8');
  of.paint(new Canvas(buffer, { x: 0, y: 0, width: 80, height }, UNICODE_GLYPHS));
  return buffer
    .toString()
    .split('\n')
    .map((row) => row.trimEnd());
}

/** The first that is found. */
function first(text: string, ...history: readonly string[]): string {
  const all = palette(...history);
  all.paste(text);
  const end = all.key('enter', undefined);
  return end.type === 'done' ? end.action.name : end.type;
}

describe('what is typed finds', () => {
  test.each([
    ['follow', 'follow'],
    ['next-v', 'next-violation'],
    ['viol', 'next-violation'],
    ['prev turn', 'previous-turn'],
    ['nv', 'next-violation'],
    ['trnscrpt', 'transcript'],
    ['chunks', 'collapse'],
    ['clock', 'time-column'],
    ['PAGER', 'pager'],
  ])('%s: %s', (text, action) => {
    expect(first(text)).toBe(action);
  });

  test('nothing, where nothing fits', () => {
    const all = palette();
    all.paste('zzz');
    expect(rows(all).at(-1)).toMatch(/^: zzz +no such command here$/);
    expect(all.key('enter', undefined)).toEqual({ type: 'open' });
    expect(all.key('down', undefined)).toEqual({ type: 'open' });
  });
});

test('every action that holds here is there, with its keys', () => {
  const here = BINDINGS.filter(
    ({ context, action }) => ['global', ...CONTEXTS].includes(context) && action !== 'palette',
  );
  const all = palette();
  const shown = here.map((_, i) => {
    if (i > 0) all.key('down', undefined);
    return rows(all, 4).slice(0, 3).join('\n');
  });
  for (const { action } of here) expect(shown.some((text) => text.includes(action))).toBe(true);
  expect(shown.at(-1)).toBeDefined();
  expect(rows(all).at(-1)).toContain(`${here.length}/${here.length}`);
});

test('an argument stands behind the name; Tab types the name', () => {
  const all = palette();
  all.paste('spee');
  all.key('tab', undefined);
  all.paste('4x');
  const done: PaletteEnd = { type: 'done', action: { name: 'speed', argument: '4x' } };
  expect(all.key('enter', undefined)).toEqual(done);
});

test('what was done lately stands first, and Up brings back the last line', () => {
  const all = palette('speed 4x', 'collapse');
  expect(rows(all)[1]).toMatch(/^ collapse/);
  expect(rows(all)[2]).toMatch(/^ speed/);
  all.key('up', undefined);
  all.key('C-p', undefined);
  expect(all.key('enter', undefined)).toEqual({ type: 'done', action: { name: 'speed', argument: '4x' } });
});
