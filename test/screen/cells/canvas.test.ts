import { expect, test } from 'vitest';
import { Canvas } from '../../../src/screen/cells/canvas.js';
import { CellBuffer } from '../../../src/screen/cells/cell-buffer.js';
import { ASCII_GLYPHS, UNICODE_GLYPHS } from '../../../src/report/glyphs.js';
import { fc } from '../../support/values/property.js';
import { anyText, hostileText } from '../../support/values/text.js';

const WHOLE = { x: 0, y: 0, width: 10, height: 4 };

test('nothing gets out of a part', () => {
  const place = fc.integer({ min: -3, max: 12 });
  const rect = fc.record({ x: place, y: place, width: place, height: place });
  fc.assert(
    fc.property(rect, rect, fc.oneof(hostileText(), anyText()), (outer, inner, text) => {
      const buffer = new CellBuffer(WHOLE.width, WHOLE.height);
      const part = new Canvas(buffer, WHOLE, UNICODE_GLYPHS).part(outer);
      part.text(inner.x, inner.y, text, 1);
      part.cell(inner, text, 1);
      part.line(inner.x, inner.y, [{ text }, { text }]);
      part.lineAtRight(inner.y, [{ text }]);
      part.fill(inner, 1);
      for (let y = 0; y < WHOLE.height; y += 1) {
        for (let x = 0; x < WHOLE.width; x += 1) {
          const isInside = x >= outer.x && x < outer.x + outer.width && y >= outer.y && y < outer.y + outer.height;
          if (!isInside) expect([buffer.textAt(x, y), buffer.styleAt(x, y)]).toEqual([' ', 0]);
        }
      }
    }),
  );
});

test('what does not fit ends in a sign for that', () => {
  const shown = (text: string, width: number) => {
    const buffer = new CellBuffer(10, 1);
    new Canvas(buffer, WHOLE, UNICODE_GLYPHS).cell({ x: 0, y: 0, width }, text);
    return buffer.toString();
  };
  expect(shown('abcdef', 6)).toBe('abcdef');
  expect(shown('abcdef', 5)).toBe('abcd…');
  expect(shown('日本語', 4)).toBe('日…');
  expect(shown('x'.repeat(20), 12)).toBe('xxxxxxxxx…');
});

test.each([UNICODE_GLYPHS, ASCII_GLYPHS])(
  'glyphs are one cell wide and shown as they are (ASCII: $isAscii)',
  (glyphs) => {
    const charset = glyphs.isAscii ? 'ascii' : 'utf-8';
    for (const [name, glyph] of Object.entries(glyphs)) {
      if (typeof glyph !== 'string') continue;
      const buffer = new CellBuffer(4, 1, charset);
      buffer.text({ x: 0, y: 0, width: 4 }, glyph, 0);
      expect(buffer.toString(), name).toBe(glyph);
      if (name !== 'client' && name !== 'agent') expect(buffer.widthOf(glyph), name).toBe(1);
      expect(glyph, name).not.toMatch(/\p{Emoji_Presentation}/u);
    }
  },
);

test('the cursor is parked within the part, or not at all', () => {
  const buffer = new CellBuffer(WHOLE.width, WHOLE.height);
  const part = new Canvas(buffer, WHOLE, UNICODE_GLYPHS).part({ x: 2, y: 1, width: 3, height: 2 });
  part.park(3, 0, true);
  part.park(0, -1);
  expect(buffer.cursor).toBeUndefined();
  part.park(2, 1, true);
  expect(buffer.cursor).toEqual({ x: 4, y: 2, isShown: true });
  part.park(0, 0);
  expect(buffer.cursor).toEqual({ x: 2, y: 1, isShown: false });
  buffer.clear();
  expect(buffer.cursor).toBeUndefined();
});
