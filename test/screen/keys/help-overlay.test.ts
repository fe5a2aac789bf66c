import { describe, expect, test } from 'vitest';
import { Canvas } from '../../../src/screen/cells/canvas.js';
import { CellBuffer } from '../../../src/screen/cells/cell-buffer.js';
import { UNICODE_GLYPHS } from '../../../src/report/glyphs.js';
import { BINDINGS } from '../../../src/screen/keys/key-bindings.js';
import { HelpOverlay } from '../../../src/screen/keys/help-overlay.js';
import type { KeyContext } from '../../../src/screen/keys/binding.js';

function shown(contexts: readonly KeyContext[], width: number, height: number): string {
  const buffer = new CellBuffer(width, height, 'utf-8');
  new HelpOverlay(contexts, ['turntable show 1']).paint(
    new Canvas(buffer, { x: 0, y: 0, width, height }, UNICODE_GLYPHS),
  );
  return buffer.toString();
}

describe('the help', () => {
  test('has each key once', () => {
    const help = shown(['turns', 'move'], 80, 60);
    for (const text of ['open in $PAGER', 'all commands', 'transcript of the turn', 'half a page up']) {
      expect(help.split(text), text).toHaveLength(2);
    }
  });

  test('says what the signs mean, those of bars too', () => {
    const help = shown(['turns', 'move'], 80, 60);
    expect(help).toMatch(/✗ +error/);
    expect(help).toMatch(/▒ +waited for: tools/);
  });

  test('has room for what every key does in 80 columns', () => {
    for (const context of new Set(BINDINGS.map((binding) => binding.context))) {
      expect(shown([context], 80, 60), context).not.toContain('…');
    }
  });
});
