import type { Canvas } from '../cells/canvas.js';
import { highlighted } from '../cells/highlighted.js';
import { INVERSE, styleOf } from '../../report/style.js';
import type { StyledLine } from '../../report/styled-line.js';
import type { Action } from '../keys/key-bindings.js';
import { RowCursor } from '../tables/row-cursor.js';
import { AllRows } from '../tables/rows.js';
import { TextSearch } from '../tables/text-search.js';
import type { Intent, MouseAction, Size } from '../frame/view.js';
import type { Pane } from './pane.js';

/** The most lines that are shown. */
const MOST_LINES = 20_000;

/** Text that is laid out for its width, to read and to search. */
export class LinesPane implements Pane {
  readonly #layOut: (width: number) => Iterable<StyledLine>;
  /** The text to show if there are no lines. */
  readonly #empty: string;
  /** Prepares the lines in steps; undefined once everything is ready. */
  #step: (() => boolean) | undefined;
  readonly #cursor = new RowCursor(new AllRows({ entries: 0 }));
  readonly #search = new TextSearch();
  #wanted = '';
  #lines: readonly StyledLine[] = [];
  #width = 0;

  /** @param step does a part of the preparation @returns whether there is more to do */
  constructor(layOut: (width: number) => Iterable<StyledLine>, empty: string, step?: () => boolean) {
    this.#layOut = layOut;
    this.#empty = empty;
    this.#step = step;
  }

  /** The line of the cursor; undefined if there are no lines. */
  get selected(): number | undefined {
    return this.#cursor.selected;
  }

  goTo(line: number): void {
    this.#cursor.to(line);
  }

  counters(): StyledLine {
    return [{ text: `line ${(this.#cursor.selected ?? -1) + 1}/${this.#lines.length}`, role: 'dim' }];
  }

  status(): StyledLine {
    return this.#search.status();
  }

  prepare({ width, height }: Size): void {
    if (width !== this.#width && this.#step === undefined) {
      this.#width = width;
      this.#lines = taken(this.#layOut(width - 1));
      this.#cursor.show(new AllRows({ entries: this.#lines.length }));
    }
    this.#cursor.prepare(height);
  }

  paint(canvas: Canvas): void {
    for (const [y, index] of this.#cursor.visible.entries()) {
      const base = index === this.#cursor.selected ? INVERSE : 0;
      if (base !== 0) {
        canvas.park(0, y);
        canvas.fill({ x: 0, y, width: canvas.width, height: 1 }, styleOf('plain', base));
        canvas.text(0, y, canvas.glyphs.selected, styleOf('plain', base));
      }
      canvas.line(1, y, highlighted(this.#lines[index] ?? [], this.#wanted), base);
    }
    if (this.#lines.length === 0)
      canvas.text(1, 0, this.#step === undefined ? this.#empty : 'Reading...', styleOf('dim'));
  }

  act(action: Action): readonly Intent[] | undefined {
    if (this.#cursor.act(action)) return [];
    switch (action.name) {
      case 'search':
      case 'next-hit':
      case 'previous-hit':
        return this.#find(action);
      case 'copy':
        return [{ type: 'copy', what: 'the text', text: `${this.#lines.map(textOf).join('\n')}\n` }];
      default:
        return undefined;
    }
  }

  work(): boolean {
    if (this.#step === undefined) return false;
    if (!this.#step()) this.#step = undefined;
    // paint what was read
    return true;
  }

  mouse({ type, y }: MouseAction): readonly Intent[] | undefined {
    if (type !== 'click') this.#cursor.scroll(type === 'wheel-up' ? -3 : 3);
    else if (!this.#cursor.click(y)) return undefined;
    return [];
  }

  #find(action: Action): readonly Intent[] {
    if (action.name === 'search') this.#wanted = (action.argument ?? '').toLowerCase();
    const at = this.#search.act(action, this.#lines.map(textOf), this.#cursor.selected ?? 0);
    if (at === undefined) return [{ type: 'say', text: `no line contains ${this.#search.text}`, isError: true }];
    this.#cursor.to(at);
    return [];
  }
}

function textOf(line: StyledLine): string {
  return line.map(({ text }) => text).join('');
}

function taken(lines: Iterable<StyledLine>): StyledLine[] {
  const found: StyledLine[] = [];
  for (const line of lines) {
    if (found.length >= MOST_LINES) {
      found.push([{ text: `showing the first ${MOST_LINES} lines`, role: 'dim' }]);
      break;
    }
    found.push(line);
  }
  return found;
}
