import { describe, expect, test } from 'vitest';
import type { Rect, Stretch } from '../../../src/screen/cells/canvas.js';
import { CellBuffer } from '../../../src/screen/cells/cell-buffer.js';
import type { Style } from '../../../src/report/style.js';
import { isWide } from '../../../src/screen/cells/width.js';
import { fc } from '../../support/values/property.js';
import { anyText, hostileText } from '../../support/values/text.js';

const WIDTH = 12;
const HEIGHT = 3;

const text = fc.record({
  x: fc.integer({ min: 0, max: WIDTH + 1 }),
  y: fc.integer({ min: -1, max: HEIGHT }),
  width: fc.integer({ min: 0, max: WIDTH + 3 }),
  text: fc.oneof(hostileText(), anyText()),
  style: fc.nat(255),
});
const rect = fc.record({
  x: fc.integer({ min: -2, max: WIDTH + 1 }),
  y: fc.integer({ min: -1, max: HEIGHT }),
  width: fc.integer({ min: 0, max: WIDTH + 3 }),
  height: fc.integer({ min: 0, max: HEIGHT + 1 }),
  style: fc.nat(255),
});
const charset = fc.constantFrom('utf-8' as const, 'ascii' as const);

type Step = (Rect & { readonly style: Style }) | (Stretch & { readonly text: string; readonly style: Style });

function paint(buffer: CellBuffer, scene: readonly Step[]): void {
  for (const step of scene) {
    if ('text' in step) buffer.text(step, step.text, step.style);
    else buffer.fill(step, step.style);
  }
}

const scenes = fc.array(fc.oneof(text, rect), { maxLength: 8 });

describe('whatever is written', () => {
  test('no cell holds anything but a visible sign and at most four marks', () => {
    fc.assert(
      fc.property(scenes, charset, (scene, set) => {
        const buffer = new CellBuffer(WIDTH, HEIGHT, set);
        paint(buffer, scene);
        const cells = Array.from({ length: HEIGHT }, (_, y) =>
          Array.from({ length: WIDTH }, (_, x) => buffer.textAt(x, y)),
        );
        const legible =
          set === 'ascii'
            ? /^[ -~]$/
            : /^$|^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{M}][\p{Mn}\p{Me}]{0,4}$|^\p{Mc}[\p{Mn}\p{Me}]{0,4}$/u;
        expect(cells.flat().filter((cell) => !legible.test(cell))).toEqual([]);
      }),
    );
  });

  test('a row is exactly as wide as the buffer, and wide signs keep both their cells', () => {
    fc.assert(
      fc.property(scenes, charset, (scene, set) => {
        const buffer = new CellBuffer(WIDTH, HEIGHT, set);
        paint(buffer, scene);
        for (let y = 0; y < HEIGHT; y += 1) {
          for (let x = 0; x < WIDTH; x += 1) {
            const isLeftHalf = isWide(buffer.textAt(x, y).codePointAt(0) ?? 0);
            expect(x + 1 < WIDTH && buffer.textAt(x + 1, y) === '', `right of ${x}`).toBe(isLeftHalf);
          }
          expect(buffer.textAt(0, y)).not.toBe('');
        }
      }),
    );
  });

  test('a text stays within its stretch; a wide sign that it cuts is blanked', () => {
    fc.assert(
      fc.property(scenes, text, (scene, { x, y, width, text: said, style }) => {
        const [before, after] = [new CellBuffer(WIDTH, HEIGHT), new CellBuffer(WIDTH, HEIGHT)];
        paint(before, scene);
        paint(after, scene);
        const behind = after.text({ x, y, width }, said, style + 256);
        expect(behind).toBeGreaterThanOrEqual(x);
        expect(behind).toBeLessThanOrEqual(Math.max(x, Math.min(WIDTH, x + width)));
        for (let row = 0; row < HEIGHT; row += 1) {
          for (let column = 0; column < WIDTH; column += 1) {
            const isWritten = row === y && column >= x && column < behind;
            expect(after.styleAt(column, row) >= 256).toBe(isWritten);
            if (isWritten) continue;
            const isBesideIt = row === y && (column === x - 1 || column === behind);
            const allowed = [before.textAt(column, row), ...(isBesideIt ? [' '] : [])];
            expect(allowed).toContain(after.textAt(column, row));
          }
        }
      }),
    );
  });
});

test('a megabyte of anything costs no more than what is seen of it', () => {
  const texts = ['👨‍👩‍👧', '\u0301', 'a', '\u200d', '🇩🇪', '\u001b[31m', '\u1100'].map((unit) => unit.repeat(1_000_000));
  const short = texts.map((long) => long.slice(0, 1000));
  const cost = (some: readonly string[]) => {
    const before = process.cpuUsage();
    for (let round = 0; round < 100; round += 1) {
      const buffer = new CellBuffer(80, 1);
      for (const one of some) {
        buffer.widthOf(one, 81);
        buffer.text({ x: 0, y: 0, width: 80 }, one, 0);
      }
    }
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  cost(short);
  expect(cost(texts)).toBeLessThan(10 * cost(short) + 50_000);
});

test('a half of a wide sign that is written over leaves a blank', () => {
  const buffer = new CellBuffer(6, 1);
  buffer.text({ x: 0, y: 0, width: 6 }, '日本語', 0);
  buffer.text({ x: 1, y: 0, width: 2 }, 'ab', 0);
  expect(buffer.row(0)).toBe(' ab 語');
  buffer.fill({ x: 5, y: 0, width: 1, height: 1 }, 0);
  expect(buffer.row(0)).toBe(' ab   ');
});

test('a wide sign that has room for its half only is left out', () => {
  const buffer = new CellBuffer(4, 1);
  expect(buffer.text({ x: 0, y: 0, width: 3 }, '日本', 0)).toBe(2);
  expect(buffer.row(0)).toBe('日  ');
});

test('looks in text as it does on the screen', () => {
  const buffer = new CellBuffer(10, 3);
  buffer.text({ x: 1, y: 0, width: 9 }, 'évil \u001b[2J', 0);
  buffer.text({ x: 0, y: 2, width: 10 }, '日本', 0);
  expect(buffer.toString()).toBe(' évil ␛[2J\n\n日本');
  buffer.clear();
  expect(buffer.toString()).toBe('\n\n');
});
