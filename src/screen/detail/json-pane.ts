import type { Severity } from '../../check/engine/severity.js';
import type { Canvas } from '../cells/canvas.js';
import { highlighted } from '../cells/highlighted.js';
import { BOLD, INVERSE, styleOf } from '../../report/style.js';
import type { StyledLine } from '../../report/styled-line.js';
import { RowCursor } from '../tables/row-cursor.js';
import type { Action } from '../keys/key-bindings.js';
import type { Intent, MouseAction, Size } from '../frame/view.js';
import { FrameSearch } from './search-in-frame.js';
import { JsonIndex, type JsonPath } from '../../wire/json/json-index.js';
import { jsonLineText, jsonTextRow, type LineContext } from './json-line-text.js';
import { JsonRows } from './json-rows.js';
import { jsonPointer } from './json-pointer.js';
import type { Pane } from './pane.js';

/** How much is read, or put into rows, in one step: a few milliseconds of work. */
const STEP_BYTES = 128 * 1024;
/** Below this width lines have no numbers. */
const NUMBERED_WIDTH = 60;
/** The most bytes of a value that are copied: no terminal takes more. */
const COPIED_BYTES = 1024 * 1024;

/** A place with a mark, such as a violation. */
export interface MarkedPlace {
  readonly path: JsonPath;
  readonly severity: Severity;
  readonly text: string;
}

/** A frame as folded JSON. */
export class JsonPane implements Pane {
  readonly index: JsonIndex;
  readonly #bytes: Uint8Array;
  readonly #rows: JsonRows;
  readonly #cursor: RowCursor;
  readonly #search: FrameSearch;
  #places: () => readonly MarkedPlace[] = () => [];
  #marks: ReadonlyMap<number, MarkedPlace> | undefined;
  #wanted: JsonPath | undefined;
  #wantsMark = false;
  #width = 80;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.index = new JsonIndex(bytes);
    this.#rows = new JsonRows(bytes, this.index);
    this.#cursor = new RowCursor(this.#rows);
    this.#search = new FrameSearch(bytes);
    this.index.step(STEP_BYTES);
  }

  /** The line of the cursor; undefined if there is none. */
  get line(): number | undefined {
    const { selected } = this.#cursor;
    return selected === undefined ? undefined : this.#rows.place(selected).line;
  }

  /** The path of the value at the cursor. */
  get path(): JsonPath {
    return this.line === undefined ? [] : this.index.path(this.line);
  }

  /** Sets the function that finds the marked places. It is called again when more was read. */
  mark(places: () => readonly MarkedPlace[]): void {
    this.#places = places;
    this.#marks = undefined;
  }

  /** The marked place in the line of the cursor. */
  get marked(): MarkedPlace | undefined {
    this.#marks ??= this.#findMarks();
    return this.line === undefined ? undefined : this.#marks.get(this.line);
  }

  /** Puts the cursor at a place as soon as that is read; if it does not exist, at the nearest one. */
  goTo(path: JsonPath): void {
    this.#wanted = path;
    this.#arrive();
  }

  /** Puts the cursor at the first marked place, as soon as everything is read. */
  goToMark(): void {
    this.#wantsMark = true;
    this.#arrive();
  }

  counters(): StyledLine {
    const { lineCount, isDone, readBytes } = this.index;
    const progress = isDone ? '' : ` (${Math.floor((readBytes / Math.max(1, this.#bytes.length)) * 100)} %)`;
    return [{ text: `line ${(this.line ?? -1) + 1}/${lineCount}${progress}`, role: 'dim' }];
  }

  status(): StyledLine {
    const { fault, isDone } = this.index;
    const broken = fault === undefined || !isDone ? [] : [{ text: `no JSON: ${fault}  `, role: 'error' } as const];
    const wrap = this.#rows.isWrapped ? [{ text: 'wrap  ', role: 'dim' } as const] : [];
    return [...broken, ...wrap, ...this.#search.status()];
  }

  prepare({ width, height }: Size): void {
    this.#width = width;
    this.#rows.resize(width - this.#gutter(width));
    this.#cursor.show(this.#rows);
    this.#cursor.prepare(height);
  }

  paint(canvas: Canvas): void {
    const gutter = this.#gutter(canvas.width);
    const { selected } = this.#cursor;
    this.#marks ??= this.#findMarks();
    for (const [y, row] of this.#cursor.visible.entries()) {
      const { line, part } = this.#rows.place(row);
      const base = row === selected ? INVERSE : 0;
      if (base !== 0) {
        canvas.park(0, y);
        canvas.fill({ x: 0, y, width: canvas.width, height: 1 }, styleOf('plain', base));
      }
      const severity = part === 0 ? this.#marks.get(line)?.severity : undefined;
      const sign = severity === undefined ? (base === 0 ? '' : canvas.glyphs.selected) : canvas.glyphs[severity];
      canvas.text(0, y, sign, styleOf(severity ?? 'plain', base | BOLD));
      if (gutter > 2 && part === 0) {
        const number = String(line + 1).padStart(gutter - 2);
        canvas.cell({ x: 1, y, width: gutter - 2 }, number, styleOf('dim', base));
      }
      this.#paintLine(canvas.part({ x: gutter, y, width: canvas.width - gutter, height: 1 }), { line, part }, base);
    }
    if (this.#cursor.visible.length === 0) canvas.text(1, 0, 'nothing here', styleOf('dim'));
  }

  act(action: Action): readonly Intent[] | undefined {
    if (this.#cursor.act(action)) {
      this.#wanted = undefined;
      this.#wantsMark = false;
      this.#search.moved();
      return [];
    }
    switch (action.name) {
      case 'open':
        return this.#toggle();
      case 'fold':
        if (this.line !== undefined) this.#moveTo(this.#rows.fold(this.line));
        return [];
      case 'unfold':
        if (this.line !== undefined) this.#rows.unfold(this.line);
        return [];
      case 'fold-all':
        this.#rows.foldAll();
        this.#stay();
        return [];
      case 'unfold-all':
        this.#rows.unfoldAll();
        return [];
      case 'wrap':
        this.#rows.wrap();
        this.#stay();
        return [];
      case 'search':
      case 'next-hit':
      case 'previous-hit':
        return this.#find(action);
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
    if (!this.index.isDone) {
      if (!this.index.step(STEP_BYTES)) return true;
      this.#marks = undefined;
      this.#arrive();
      return true;
    }
    const lines = new Set(this.#cursor.visible.map((row) => this.#rows.place(row).line));
    const isLayingOut = this.#rows.step(lines, STEP_BYTES);
    const { goTo, isMore } = this.#search.work();
    if (goTo !== undefined) this.#goToByte(goTo);
    return isLayingOut || isMore;
  }

  mouse({ type, x, y }: MouseAction): readonly Intent[] | undefined {
    if (type !== 'click') {
      this.#cursor.scroll(type === 'wheel-up' ? -3 : 3);
      return [];
    }
    const before = this.#cursor.selected;
    if (!this.#cursor.click(y)) return undefined;
    const isSign = this.line !== undefined && x <= this.#gutter(this.#width) + this.#indentOf(this.line) + 1;
    return before === this.#cursor.selected || isSign ? this.#toggle() : [];
  }

  #paintLine(canvas: Canvas, { line, part }: { readonly line: number; readonly part: number }, base: number): void {
    const { glyphs, width } = canvas;
    const found = this.index.line(line);
    const indent = this.#rows.indentOf(found.depth);
    const isOpen = found.kind === 'object' || found.kind === 'array';
    if (isOpen) {
      const isFolded = this.#rows.foldOf(line) !== undefined;
      canvas.text(indent, 0, isFolded ? glyphs.folded : glyphs.unfolded, styleOf('dim', base));
    }
    const context: LineContext = { bytes: this.#bytes, rows: this.#rows, glyphs, room: width - indent - 2 };
    const isInRows = this.#rows.textOf(line) !== undefined;
    const text = isInRows ? jsonTextRow(found, part, context) : jsonLineText(found, context);
    canvas.line(indent + 2, 0, highlighted(text, this.#search.text), base);
  }

  #gutter(width: number): number {
    return width < NUMBERED_WIDTH ? 1 : String(this.index.lineCount).length + 2;
  }

  #indentOf(line: number): number {
    return this.#rows.indentOf(this.index.line(line).depth);
  }

  #toggle(): readonly Intent[] {
    const { line } = this;
    if (line === undefined) return [];
    if (!this.#rows.unfold(line)) this.#moveTo(this.#rows.fold(line));
    return [];
  }

  #moveTo(line: number): void {
    this.#cursor.to(this.#rows.rowOf(line));
  }

  /** Keeps the cursor in its line after the rows have changed. */
  #stay(): void {
    if (this.line !== undefined) this.#moveTo(this.line);
  }

  #arrive(): void {
    const line = this.#wantedLine();
    if (line !== undefined) {
      this.#rows.reveal(line);
      this.#moveTo(line);
    }
    if (!this.index.isDone) return;
    this.#wanted = undefined;
    this.#wantsMark = false;
  }

  #wantedLine(): number | undefined {
    if (this.#wantsMark && this.index.isDone) {
      this.#marks ??= this.#findMarks();
      return [...this.#marks.keys()].sort((a, b) => a - b)[0];
    }
    return this.#wanted === undefined ? undefined : this.index.nearest(this.#wanted).line;
  }

  #find(action: Action): readonly Intent[] {
    const from = this.line === undefined ? 0 : this.index.line(this.line).from;
    const found = this.#search.act(action, from);
    if (typeof found === 'string') return [{ type: 'say', text: found, isError: true }];
    if (found !== undefined) this.#goToByte(found);
    return [];
  }

  #goToByte(offset: number): void {
    const line = this.index.lineAt(offset);
    this.#rows.reveal(line);
    const { valueFrom } = this.index.line(line);
    // the hit may be in the part that is cut off
    if (offset - valueFrom > this.#width >> 1) this.#rows.unfold(line);
    this.#cursor.to(this.#rows.rowAt(offset));
  }

  #copy(): readonly Intent[] {
    const { line } = this;
    if (line === undefined) return [];
    const opener = this.index.openerOf(line);
    const { valueFrom, valueTo } = this.index.line(opener);
    const to = valueFrom + (this.index.extentOf(opener)?.sizeBytes ?? valueTo - valueFrom);
    if (to - valueFrom > COPIED_BYTES) {
      return [{ type: 'say', text: 'too large to copy; press e to open the frame in a pager', isError: true }];
    }
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.#bytes.subarray(valueFrom, to));
    const pointer = jsonPointer(this.path);
    return [{ type: 'copy', what: pointer === '' ? 'the message' : `the value of ${pointer}`, text }];
  }

  #findMarks(): ReadonlyMap<number, MarkedPlace> {
    const marks = new Map<number, MarkedPlace>();
    for (const place of this.#places()) {
      const line = this.index.lineOf(place.path);
      if (line !== undefined && (!marks.has(line) || place.severity === 'error')) marks.set(line, place);
    }
    return marks;
  }
}
