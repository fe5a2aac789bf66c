import { Canvas } from '../../../src/screen/cells/canvas.js';
import { CellBuffer } from '../../../src/screen/cells/cell-buffer.js';
import { ASCII_GLYPHS, UNICODE_GLYPHS } from '../../../src/report/glyphs.js';
import type { Charset } from '../../../src/screen/cells/sanitise.js';
import type { View } from '../../../src/screen/frame/view.js';

/** A view as it is painted at a size. */
export function painted(view: View, width: number, height: number, charset: Charset = 'utf-8'): CellBuffer {
  const buffer = new CellBuffer(width, height, charset);
  const isAscii = charset === 'ascii';
  view.prepare({ width, height, isAscii });
  view.paint(new Canvas(buffer, { x: 0, y: 0, width, height }, isAscii ? ASCII_GLYPHS : UNICODE_GLYPHS));
  return buffer;
}

/** The sizes of the golden screens. */
const SIZES = [
  [80, 24],
  [120, 40],
  [40, 10],
] as const;

/** A view at the sizes that count, with all signs and with those of ASCII, for a golden file. */
export function goldenScreens(makeView: () => View): string {
  const screens = SIZES.flatMap(([width, height]) =>
    (['utf-8', 'ascii'] as const).map((charset) => {
      const rows = painted(makeView(), width, height, charset).toString();
      return `${`═══ ${width}x${height} ${charset} `.padEnd(width, '═')}\n${rows}\n`;
    }),
  );
  return screens.join('');
}
