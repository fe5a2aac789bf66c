import type { Canvas } from '../cells/canvas.js';
import { BOLD, INVERSE, styleOf } from '../../report/style.js';
import type { StyledLine } from '../../report/styled-line.js';
import { wrapLine } from '../cells/wrap.js';
import type { Size } from '../frame/view.js';
import { setUpParts, type SetUp, type SetUpPart } from './set-up.js';

/** How to connect a client to a replay, as lines that can be copied. */
export class SetUpPage {
  readonly #parts: readonly SetUpPart[];
  #lines: readonly { readonly line: StyledLine; readonly part: SetUpPart }[] = [];

  /** @param prompts the prompts that the person has to type */
  constructor(setUp: SetUp, prompts: readonly string[]) {
    this.#parts = setUpParts(setUp, prompts);
  }

  get count(): number {
    return this.#lines.length;
  }

  prepare({ width, height, isAscii = false }: Size): void {
    const options = { width: Math.max(2, width - 3), charset: isAscii ? 'ascii' : 'utf-8' } as const;
    this.#lines = this.#parts.flatMap((part, i) => {
      const title: StyledLine = [{ text: part.title, emphasis: BOLD }];
      const between: StyledLine[] = i > 0 && height >= 20 ? [[]] : [];
      const lines = part.lines.flatMap((line) => wrapLine([{ text: '  ' }, ...line], options));
      return [...between, title, ...lines].map((line) => ({ line, part }));
    });
  }

  /** The text to copy at a line. */
  copiedAt(index: number): SetUpPart['copied'] {
    return this.#lines[index]?.part.copied;
  }

  paintLine(canvas: Canvas, { y, index, isSelected }: { y: number; index: number; isSelected: boolean }): void {
    const line = this.#lines[index]?.line;
    if (line === undefined) return;
    const base = isSelected ? INVERSE : 0;
    if (isSelected) {
      canvas.fill({ x: 0, y, width: canvas.width, height: 1 }, styleOf('plain', base));
      canvas.park(0, y);
    }
    canvas.line(1, y, line, base);
  }
}
