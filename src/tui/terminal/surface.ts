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

/** The source of keys: a terminal, or a replacement in tests. */
export type TerminalInput = Pick<ReadStream, 'on' | 'off' | 'prependListener' | 'setRawMode' | 'resume' | 'pause'>;
/** The output that it draws on. */
export type TerminalOutput = Pick<
  WriteStream,
  'on' | 'off' | 'prependListener' | 'write' | 'writable' | 'columns' | 'rows'
>;

export interface SurfaceOptions {
  readonly input: TerminalInput;
  readonly output: TerminalOutput;
  readonly colours: Colours;
  readonly charset: Charset;
  /** Whether to ask the terminal for clicks and the wheel. People then need Shift to select text. */
  readonly hasMouse: boolean;
}

interface SurfaceEvents {
  key: [key: Key];
  paste: [text: string];
  mouse: [mouse: Mouse];
  /** Emitted before the screen is painted again in a new size. */
  resize: [size: Size];
}

/** The parts of blessed that we use: it sets the modes of a terminal, and finds the bytes that turn one picture into another. */
interface Program {
  cols: number;
  rows: number;
  /** Whether the alternate screen is shown. */
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
  /** The next picture. */
  readonly lines: readonly Line[];
  /** The picture that the terminal shows. */
  readonly olines: readonly Line[];
  /** Blanks the terminal and both pictures. */
  alloc(): void;
  draw(first: number, last: number): void;
  enter(): void;
  leave(): void;
  destroy(): void;
}

// Single files, required as CommonJS: otherwise all widgets of blessed are loaded, or its files are read twice.
const require = createRequire(import.meta.url);
const makeProgram = require('blessed/lib/program') as (options: object) => Program;
const makeBlessedScreen = require('blessed/lib/widgets/screen') as ((options: object) => Screen) &
  Record<string, unknown>;
const Tput = require('blessed/lib/tput') as { readonly prototype: { _prefix: () => string } };
const unicode = require('blessed/lib/unicode') as { charWidth: (text: unknown) => number };

// The terminfo of the host breaks blessed in many ways (32-bit numbers, new capabilities, output on load), so blessed gets its own file for
// xterm. Every terminal of the last 20 years understands these sequences.
const TERMINFO = join(dirname(require.resolve('blessed/package.json')), 'usr', 'xterm-256color');
Tput.prototype._prefix = () => TERMINFO;

// blessed knows only the character widths of Unicode 6; ours replace them.
unicode.charWidth = (text) => {
  if (typeof text !== 'string') return 1;
  return isPinnedWide(text) || isWide(text.codePointAt(0) ?? 0) ? 2 : 1;
};

/** Bracketed paste on, automatic line wrap off: a character that is wider than expected must not wrap to the next row. */
const MODES_ON = '\u001b[?2004h\u001b[?7l';
const MODES_OFF = '\u001b[?2004l\u001b[?7h';
/** Reports clicks, drags and the wheel, with decimal coordinates, but not every motion. */
const MOUSE_ON = '\u001b[?1000h\u001b[?1002h\u001b[?1006h';
const MOUSE_OFF = '\u001b[?1006l\u001b[?1002l\u001b[?1000l';
/** Synchronized output: terminals that support it show everything between these two at once. */
const PICTURE_BEGIN = '\u001b[?2026h';
const PICTURE_END = '\u001b[?2026l';

/** The size if it is not known: in a pipe, on a serial line. */
const UNKNOWN_SIZE: Size = { width: 80, height: 24 };

const DEFAULT_COLOUR = 0x1ff;
/** The text of a cell whose content is unknown, so that it is drawn again. */
const UNKNOWN_TEXT = '\0';

/** The terminal: pictures go out, keys come in. Only this file uses blessed. */
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

  /** Whether the screen has the terminal now. */
  get isShown(): boolean {
    return this.#state === 'shown';
  }

  get size(): Size {
    const { columns, rows } = this.#options.output;
    return { width: columns || UNKNOWN_SIZE.width, height: rows || UNKNOWN_SIZE.height };
  }

  /** Paints with `draw` before the next events are handled. Several calls before that paint only once. */
  paint(draw: (buffer: CellBuffer) => void): void {
    this.#draw = draw;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      if (this.#isScheduled) this.#paintNow();
    });
  }

  /** Paints every cell again, because the terminal may show something else. */
  repaint(): void {
    if (this.#state !== 'shown') return;
    this.#clear();
    this.#paintNow();
  }

  /** Sends a control sequence, such as {@link clipboardSequence}. */
  send(sequence: string): void {
    if (this.#state !== 'shown') return;
    this.#screen.program._write(sequence);
    this.#screen.program.flush();
  }

  /** Restores the terminal and stops reading keys. */
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

  /** Takes the terminal, even if it has it already: another program, such as the shell after a stop, may have changed its modes. */
  resume(): void {
    if (this.#state === 'destroyed') return;
    // Node skips a mode that it thinks is set already; switching it off first makes Node set it again
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

  /** Blanks the terminal in its current size. */
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

  /** Copies the painted cells into blessed's next picture. */
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
    // the terminal may draw over the next cell too, so that cell is drawn again
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

  /** Shows the cursor where a person types. Otherwise it is hidden, but placed on the selection, because screen magnifiers follow it. */
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

/** A screen of blessed that reads no keys, draws nothing by itself, and installs no handlers on the process. */
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
  // otherwise blessed would take the terminal at once, and again when it is resumed
  program.isAlt = true;
  const screen = makeBlessedScreen({ ...unicodeToo, program, autoPadding: false });
  program.removeAllListeners('resize');
  // lines are drawn with Unicode characters, never with an alternate character set
  program.tput.brokenACS = true;
  program.tput.colors = 256;
  for (const [event, handler] of PROCESS_HANDLERS) {
    const listener = makeBlessedScreen[handler];
    if (typeof listener === 'function') process.off(event, listener as () => void);
  }
  return screen;
}

/** Handlers of blessed for the end of the process; they are removed, because guards.ts does this better. */
const PROCESS_HANDLERS = [
  ['uncaughtException', '_exceptionHandler'],
  ['SIGTERM', '_sigtermHandler'],
  ['SIGINT', '_sigintHandler'],
  ['SIGQUIT', '_sigquitHandler'],
  ['exit', '_exitHandler'],
] as const;
