import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ReadStream, WriteStream } from 'node:tty';
import { CellBuffer } from '../../screen/cells/cell-buffer.js';
import type { Charset } from '../../screen/cells/sanitise.js';
import type { Style } from '../../report/style.js';
import { attributesOf, type Colours } from '../../screen/cells/theme.js';
import { isWide } from '../../screen/cells/width.js';
import type { Size } from '../../screen/frame/view.js';
import { InputFilter } from './input-filter.js';
import type { Key, Mouse } from './key-sequences.js';
import { isAgreedUpon, isPinnedWide, pinned } from './pinned-cell.js';

/** What the surface takes its keys from; a terminal, or a stand-in for one. */
export type TerminalInput = Pick<ReadStream, 'on' | 'off' | 'prependListener' | 'setRawMode' | 'resume' | 'pause'>;
/** What it draws on. */
export type TerminalOutput = Pick<
  WriteStream,
  'on' | 'off' | 'prependListener' | 'write' | 'writable' | 'columns' | 'rows'
>;

export interface SurfaceOptions {
  readonly input: TerminalInput;
  readonly output: TerminalOutput;
  readonly colours: Colours;
  readonly charset: Charset;
  /** Whether clicks and the wheel are asked for. The terminal then needs Shift to select text. */
  readonly hasMouse: boolean;
}

interface SurfaceEvents {
  key: [key: Key];
  paste: [text: string];
  mouse: [mouse: Mouse];
  /** Before it is painted again in its new size. */
  resize: [size: Size];
}

/** What we use of blessed: the modes of a terminal, and of two pictures the bytes that make one the other. */
interface Program {
  cols: number;
  rows: number;
  /** Whether the second screen is shown. */
  isAlt: boolean;
  readonly tput: { brokenACS: boolean; colors: number };
  _write(text: string): void;
  flush(): void;
  cup(row: number, column: number): void;
  showCursor(): void;
  hideCursor(): void;
  removeAllListeners(event: 'resize'): void;
}

type Line = [attributes: number, text: string][] & { dirty: boolean };

interface Screen {
  readonly program: Program;
  /** The picture to be. */
  readonly lines: readonly Line[];
  /** The picture that stands. */
  readonly olines: readonly Line[];
  /** Blanks the terminal and both pictures. */
  alloc(): void;
  draw(first: number, last: number): void;
  enter(): void;
  leave(): void;
  destroy(): void;
}

// By file, and not as ES modules: else all its widgets are loaded, or its files are read twice.
const require = createRequire(import.meta.url);
const makeProgram = require('blessed/lib/program') as (options: object) => Program;
const makeBlessedScreen = require('blessed/lib/widgets/screen') as ((options: object) => Screen) &
  Record<string, unknown>;
const Tput = require('blessed/lib/tput') as { readonly prototype: { _prefix: () => string } };
const unicode = require('blessed/lib/unicode') as { charWidth: (text: unknown) => number };

// The terminfo of the host breaks blessed in many ways (32-bit numbers, new capabilities, printing of its own): it never
// gets to see one. What is asked for here, every terminal of the last 20 years does as xterm does.
const TERMINFO = join(dirname(require.resolve('blessed/package.json')), 'usr', 'xterm-256color');
Tput.prototype._prefix = () => TERMINFO;

// Its widths are those of Unicode 6.
unicode.charWidth = (text) => {
  if (typeof text !== 'string') return 1;
  return isPinnedWide(text) || isWide(text.codePointAt(0) ?? 0) ? 2 : 1;
};

/** Bracketed paste, and no jump to the next row where a sign turns out wider than it should be. */
const MODES_ON = '\u001b[?2004h\u001b[?7l';
const MODES_OFF = '\u001b[?2004l\u001b[?7h';
/** Clicks, drags and the wheel, with coordinates in decimal; never every motion. */
const MOUSE_ON = '\u001b[?1000h\u001b[?1002h\u001b[?1006h';
const MOUSE_OFF = '\u001b[?1006l\u001b[?1002l\u001b[?1000l';
/** Terminals that can show what comes between these at once. */
const PICTURE_BEGIN = '\u001b[?2026h';
const PICTURE_END = '\u001b[?2026l';

/** Where the size is not told: in a pipe, on a serial line. */
const UNKNOWN_SIZE: Size = { width: 80, height: 24 };

const DEFAULT_COLOUR = 0x1ff;
/** Cells that are drawn again whatever stands there. */
const UNKNOWN_TEXT = '\0';

/** The terminal: pictures go out, keys come in. It is the only place that knows blessed. */
export class Surface extends EventEmitter<SurfaceEvents> {
  readonly #options: SurfaceOptions;
  readonly #screen: Screen;
  readonly #filter: InputFilter;
  readonly #attributes = new Map<Style, number>();
  #buffer: CellBuffer;
  #draw: ((buffer: CellBuffer) => void) | undefined;
  #isScheduled = false;
  #state: 'shown' | 'suspended' | 'destroyed' = 'suspended';

  constructor(options: SurfaceOptions) {
    super();
    this.#options = options;
    this.#filter = new InputFilter({
      key: (key) => this.emit('key', key),
      paste: (text) => this.emit('paste', text),
      mouse: (mouse) => this.emit('mouse', mouse),
    });
    this.#screen = makeScreen(options);
    this.#buffer = this.#newBuffer();
    options.input.on('data', this.#onData);
    options.output.on('resize', this.#onResize);
    this.resume();
  }

  /** Whether it has the terminal. */
  get isShown(): boolean {
    return this.#state === 'shown';
  }

  get size(): Size {
    const { columns, rows } = this.#options.output;
    return { width: columns || UNKNOWN_SIZE.width, height: rows || UNKNOWN_SIZE.height };
  }

  /** Paints with `draw` before the next events are heard: however often it is asked for until then, once. */
  paint(draw: (buffer: CellBuffer) => void): void {
    this.#draw = draw;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      if (this.#isScheduled) this.#paintNow();
    });
  }

  /** Paints all of it again, whatever the terminal shows by now. */
  repaint(): void {
    if (this.#state !== 'shown') return;
    this.#clear();
    this.#paintNow();
  }

  /** Sends a sequence that is no text: {@link clipboardSequence}. */
  send(sequence: string): void {
    if (this.#state !== 'shown') return;
    this.#screen.program._write(sequence);
    this.#screen.program.flush();
  }

  /** Gives the terminal back as it was; keys are no longer heard. */
  suspend(): void {
    if (this.#state !== 'shown') return;
    this.#state = 'suspended';
    const { program } = this.#screen;
    program._write((this.#options.hasMouse ? MOUSE_OFF : '') + MODES_OFF);
    this.#screen.leave();
    program.flush();
    this.#filter.stop();
    this.#options.input.setRawMode(false);
    this.#options.input.pause();
  }

  /** Takes the terminal, also where it had it and something else has been at it since: the shell, after a stop. */
  resume(): void {
    if (this.#state === 'destroyed') return;
    // what somebody else has changed is only set again where it seems to be another
    this.#options.input.setRawMode(false);
    this.#options.input.setRawMode(true);
    this.#options.input.resume();
    const { program } = this.#screen;
    if (this.#state === 'shown') this.#clear();
    else this.#enter();
    this.#state = 'shown';
    program._write(MODES_ON + (this.#options.hasMouse ? MOUSE_ON : ''));
    this.#paintNow();
    program.flush();
  }

  /** Gives the terminal back for good. */
  destroy(): void {
    if (this.#state === 'destroyed') return;
    this.suspend();
    this.#state = 'destroyed';
    this.#options.input.off('data', this.#onData);
    this.#options.output.off('resize', this.#onResize);
    this.#screen.destroy();
  }

  readonly #onData = (bytes: Buffer): void => {
    this.#filter.feed(bytes);
  };

  readonly #onResize = (): void => {
    if (this.#state !== 'shown') return;
    this.#clear();
    this.emit('resize', this.size);
    this.#paintNow();
  };

  #enter(): void {
    this.#measure();
    this.#screen.program.isAlt = false;
    this.#screen.enter();
  }

  /** Blanks the terminal, in its present size. */
  #clear(): void {
    this.#measure();
    this.#screen.alloc();
  }

  #measure(): void {
    const { width, height } = this.size;
    const { program } = this.#screen;
    program.cols = width;
    program.rows = height;
    if (this.#buffer.width !== width || this.#buffer.height !== height) this.#buffer = this.#newBuffer();
  }

  #newBuffer(): CellBuffer {
    return new CellBuffer(this.size.width, this.size.height, this.#options.charset);
  }

  #paintNow(): void {
    this.#isScheduled = false;
    if (this.#state !== 'shown' || this.#draw === undefined) return;
    const { program } = this.#screen;
    this.#buffer.clear();
    this.#draw(this.#buffer);
    program._write(PICTURE_BEGIN);
    this.#copy();
    this.#screen.draw(0, this.#buffer.height - 1);
    this.#placeCursor();
    program._write(PICTURE_END);
    program.flush();
  }

  /** Brings the picture to be to what is painted. */
  #copy(): void {
    const { lines } = this.#screen;
    for (let y = 0; y < this.#buffer.height; y += 1) {
      const line = lines[y];
      if (line === undefined) continue;
      for (let x = 0; x < this.#buffer.width; x += 1) this.#copyCell(line, x, y);
    }
  }

  #copyCell(line: Line, x: number, y: number): void {
    const cell = line[x];
    if (cell === undefined) return;
    const attributes = this.#attributesOf(this.#buffer.styleAt(x, y));
    const painted = this.#buffer.textAt(x, y);
    const isSettled = isAgreedUpon(painted);
    const width = isSettled || this.#buffer.textAt(x + 1, y) !== '' || x + 1 === this.#buffer.width ? 1 : 2;
    const text = painted === '' ? ' ' : isSettled ? painted : pinned(painted, width, x);
    if (cell[0] === attributes && cell[1] === text) return;
    cell[0] = attributes;
    cell[1] = text;
    line.dirty = true;
    // where a terminal draws it over the next cell too, that is drawn after it
    const next = this.#screen.olines[y]?.[x + 1];
    if (!isSettled && next !== undefined) next[1] = UNKNOWN_TEXT;
  }

  #attributesOf(style: Style): number {
    const known = this.#attributes.get(style);
    if (known !== undefined) return known;
    const { colour = DEFAULT_COLOUR, isBold, isUnderlined, isInverse } = attributesOf(style, this.#options.colours);
    const flags = (isBold ? 1 : 0) | (isUnderlined ? 2 : 0) | (isInverse ? 8 : 0);
    const attributes = (flags << 18) | (colour << 9) | DEFAULT_COLOUR;
    this.#attributes.set(style, attributes);
    return attributes;
  }

  /** A caret where something is typed; else it stays hidden, on what is selected, where magnifiers look for it. */
  #placeCursor(): void {
    const { program } = this.#screen;
    const { cursor } = this.#buffer;
    if (cursor === undefined) {
      program.hideCursor();
      return;
    }
    program.cup(cursor.y, cursor.x);
    if (cursor.isShown) program.showCursor();
    else program.hideCursor();
  }
}

/** A screen of blessed that hears no keys, draws nothing of its own, and leaves the process alone. */
function makeScreen({ output }: SurfaceOptions): Screen {
  const input = new EventEmitter();
  const unicodeToo = { forceUnicode: true, fullUnicode: true };
  const program = makeProgram({
    ...unicodeToo,
    input,
    output,
    terminal: 'xterm-256color',
    buffer: true,
    zero: true,
  });
  // else it would take the terminal at once, and again when it is resumed
  program.isAlt = true;
  const screen = makeBlessedScreen({ ...unicodeToo, program, autoPadding: false });
  program.removeAllListeners('resize');
  // lines are drawn with the signs of Unicode, never with a second set of signs
  program.tput.brokenACS = true;
  program.tput.colors = 256;
  for (const [event, handler] of PROCESS_HANDLERS) {
    const listener = makeBlessedScreen[handler];
    if (typeof listener === 'function') process.off(event, listener as () => void);
  }
  return screen;
}

/** What blessed does when the process ends is done better in guards.ts. */
const PROCESS_HANDLERS = [
  ['uncaughtException', '_exceptionHandler'],
  ['SIGTERM', '_sigtermHandler'],
  ['SIGINT', '_sigintHandler'],
  ['SIGQUIT', '_sigquitHandler'],
  ['exit', '_exitHandler'],
] as const;
