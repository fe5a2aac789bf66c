import type { Canvas } from '../cells/canvas.js';
import { highlighted } from '../cells/highlighted.js';
import { INVERSE, styleOf } from '../../report/style.js';
import type { StyledLine } from '../../report/styled-line.js';
import { formatCount } from '../../report/quantities.js';
import type { Action } from '../keys/key-bindings.js';
import { RowCursor } from '../tables/row-cursor.js';
import { AllRows } from '../tables/rows.js';
import type { Intent, MouseAction, Size } from '../frame/view.js';
import { FrameSearch } from './search-in-frame.js';
import { HexRows } from './hex-rows.js';
import type { Pane } from './pane.js';
import { TextRows } from './text-rows.js';

const STEP_BYTES = 128 * 1024;
/** How many bytes are checked to see whether a frame is text. */
const LOOKED_BYTES = 4096;
/** With more than one broken or control character in this many bytes, a frame is not text. */
const BYTES_PER_FLAW = 10;

/** The bytes of a frame: as text if they are text, otherwise as numbers. */
export class RawPane implements Pane {
  readonly #bytes: Uint8Array;
  readonly #isHex: boolean;
  readonly #search: FrameSearch;
  readonly #cursor = new RowCursor(new AllRows({ entries: 0 }));
  #rows: TextRows | HexRows;
  #width = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#isHex = !seemsText(bytes.subarray(0, LOOKED_BYTES));
    this.#search = new FrameSearch(bytes);
    this.#rows = this.#rowsOf(80);
  }

  counters(): StyledLine {
    const { count, isDone } = this.#rows;
    const what = this.#isHex ? 'not text, shown in hex  ' : '';
    return [{ text: `${what}row ${(this.#cursor.selected ?? -1) + 1}/${count}${isDone ? '' : '+'}`, role: 'dim' }];
  }

  status(): StyledLine {
    return this.#search.status();
  }

  prepare({ width, height }: Size): void {
    if (width !== this.#width) this.#resize(width);
    this.#cursor.show(new AllRows({ entries: this.#bytes.length === 0 ? 0 : this.#rows.count }));
    this.#cursor.prepare(height);
  }

  paint(canvas: Canvas): void {
    for (const [y, row] of this.#cursor.visible.entries()) {
      const base = row === this.#cursor.selected ? INVERSE : 0;
      if (base !== 0) {
        canvas.park(0, y);
        canvas.fill({ x: 0, y, width: canvas.width, height: 1 }, styleOf('plain', base));
        canvas.text(0, y, canvas.glyphs.selected, styleOf('plain', base));
      }
      canvas.line(1, y, highlighted(this.#rows.row(row), this.#search.text), base);
    }
    if (this.#bytes.length === 0) canvas.text(1, 0, 'an empty line', styleOf('dim'));
  }

  act(action: Action): readonly Intent[] | undefined {
    if (this.#cursor.act(action)) {
      this.#search.moved();
      return [];
    }
    switch (action.name) {
      case 'search':
      case 'next-hit':
      case 'previous-hit': {
        const found = this.#search.act(action, this.#rows.startOf(this.#cursor.selected ?? 0));
        if (typeof found === 'string') return [{ type: 'say', text: found, isError: true }];
        if (found !== undefined) this.#goTo(found);
        return [];
      }
      case 'clear-filter':
        this.#search.clear();
        return [];
      case 'copy':
        return this.#copy();
      default:
        return undefined;
    }
  }

  work(): boolean {
    if (!this.#rows.isDone) {
      this.#rows.step(STEP_BYTES);
      return true;
    }
    const { goTo, isMore } = this.#search.work();
    if (goTo !== undefined) this.#goTo(goTo);
    return isMore;
  }

  mouse({ type, y }: MouseAction): readonly Intent[] | undefined {
    if (type !== 'click') this.#cursor.scroll(type === 'wheel-up' ? -3 : 3);
    else if (!this.#cursor.click(y)) return undefined;
    return [];
  }

  #resize(width: number): void {
    const at = this.#rows.startOf(this.#cursor.selected ?? 0);
    this.#width = width;
    this.#rows = this.#rowsOf(width);
    if (at > 0) this.#goTo(at);
  }

  #rowsOf(width: number): TextRows | HexRows {
    if (this.#isHex) return new HexRows(this.#bytes, width - 1);
    const part = { bytes: this.#bytes, from: 0, to: this.#bytes.length, isString: false };
    const rows = new TextRows(part, { width: width - 1, first: 0 });
    rows.step(STEP_BYTES);
    return rows;
  }

  #goTo(offset: number): void {
    while (!this.#rows.isDone && this.#rows.rowAt(offset) >= this.#rows.count - 1) this.#rows.step(STEP_BYTES);
    this.#cursor.show(new AllRows({ entries: this.#rows.count }));
    this.#cursor.to(this.#rows.rowAt(offset));
  }

  #copy(): readonly Intent[] {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.#bytes);
    return [{ type: 'copy', what: `the frame (${formatCount(this.#bytes.length, 'byte')})`, text }];
  }
}

function seemsText(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  let flaws = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === 0xfffd || code < 0x09 || (code > 0x0d && code < 0x1b)) flaws += 1;
  }
  return flaws * BYTES_PER_FLAW <= text.length;
}
