import { describe, expect, test } from 'vitest';
import { Canvas } from '../../../src/screen/cells/canvas.js';
import { CellBuffer } from '../../../src/screen/cells/cell-buffer.js';
import { UNICODE_GLYPHS } from '../../../src/report/glyphs.js';
import { footerOf, paintTop } from '../../../src/screen/frame/frame-of-screen.js';

function top(width: number, crumbs: readonly string[], counter = '1/2'): string {
  const buffer = new CellBuffer(width, 1, 'utf-8');
  paintTop(new Canvas(buffer, { x: 0, y: 0, width, height: 1 }, UNICODE_GLYPHS), crumbs, [{ text: counter }]);
  return buffer.toString();
}

describe('the path on top', () => {
  const NAME = 'an-agent-of-some-company-1.2.3/09-two-sessions';

  test('is whole where there is room', () => {
    expect(top(80, ['Recordings', NAME, 'Turns'])).toMatch(new RegExp(`^ Recordings ▸ ${NAME} ▸ Turns +1/2$`));
  });

  test('keeps the beginning and the end of a long name, and then loses what is furthest away', () => {
    expect(top(60, ['Recordings', NAME, 'Turns'])).toBe(' Recordings ▸ an-agent-of-some…09-two-sessions ▸ Turns  1/2');
    expect(top(40, ['Recordings', NAME, 'Turns'])).toBe(' … ▸ an-agent…essions ▸ Turns       1/2');
    expect(top(24, ['Recordings', NAME, 'Turns'])).toBe(' … ▸ Turns          1/2');
  });

  test('a name without end costs no time', () => {
    expect(top(80, ['Recordings', 'x'.repeat(5_000_000), 'Turns'])).toContain('xxxxxxxx…xxxxxxx ▸ Turns');
  });
});

test('the footer begins with the help and Enter, then has what is of the view', () => {
  const footer = footerOf(['turns', 'move'], undefined, 80);
  expect(footer.map(({ text }) => text).join('')).toMatch(/^ \? help {2}Enter open {2}o transcript /);
});
