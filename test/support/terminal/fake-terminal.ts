import { EventEmitter } from 'node:events';
import xterm from '@xterm/headless';
import { onTestFinished } from 'vitest';
import {
  Surface,
  type SurfaceOptions,
  type TerminalInput,
  type TerminalOutput,
} from '../../../src/tui/terminal/surface.js';

/** Of a cell of a terminal: its text, and how it is set. */
export interface SeenCell {
  readonly text: string;
  /** -1 for the terminal's own. */
  readonly colour: number;
  readonly isBold: boolean;
  readonly isUnderlined: boolean;
  readonly isInverse: boolean;
}

/** A terminal in memory: what is written to it is kept, and read as a real terminal reads it. */
export class FakeTerminal {
  readonly input: TerminalInput;
  readonly output: TerminalOutput;
  isRaw = false;
  isPaused = true;
  /** All that was written, with its controls. */
  written = '';
  readonly #keys = new EventEmitter();
  readonly #screen: xterm.Terminal;

  constructor(width = 80, height = 24) {
    this.#screen = new xterm.Terminal({ cols: width, rows: height, allowProposedApi: true });
    const input = Object.assign(this.#keys, {
      setRawMode: (isRaw: boolean) => (this.isRaw = isRaw),
      resume: () => (this.isPaused = false),
      pause: () => (this.isPaused = true),
    });
    const output = Object.assign(new EventEmitter(), {
      columns: width,
      writable: true,
      rows: height,
      write: (text: string) => {
        this.written += text;
        this.#screen.write(text);
        return true;
      },
    });
    this.input = input as unknown as TerminalInput;
    this.output = output as unknown as TerminalOutput;
    onTestFinished(() => {
      this.dispose();
    });
  }

  /** A surface on it, gone with the test. */
  surface(options: Partial<SurfaceOptions> = {}): Surface {
    const { input, output } = this;
    const surface = new Surface({ input, output, colours: 256, charset: 'utf-8', hasMouse: true, ...options });
    onTestFinished(() => {
      surface.destroy();
    });
    return surface;
  }

  /** What a person types, pastes and clicks, in the terminal's bytes. */
  type(bytes: string | Uint8Array): void {
    this.#keys.emit('data', Buffer.from(bytes));
  }

  resize(width: number, height: number): void {
    this.#screen.resize(width, height);
    Object.assign(this.output, { columns: width, rows: height });
    (this.output as unknown as EventEmitter).emit('resize');
  }

  /** Its rows, when all that was written is read. */
  async rows(): Promise<string[]> {
    await this.read();
    const { active } = this.#screen.buffer;
    return Array.from(
      { length: this.#screen.rows },
      (_, y) => active.getLine(active.baseY + y)?.translateToString() ?? '',
    );
  }

  async cells(): Promise<SeenCell[][]> {
    await this.read();
    const { active } = this.#screen.buffer;
    return Array.from({ length: this.#screen.rows }, (_, y) =>
      Array.from({ length: this.#screen.cols }, (__, x) => seen(active.getLine(active.baseY + y)?.getCell(x))),
    );
  }

  /** Whether the second screen is shown, the one that leaves what was there before as it was. */
  async isAlternate(): Promise<boolean> {
    await this.read();
    return this.#screen.buffer.active.type === 'alternate';
  }

  async cursor(): Promise<{ readonly x: number; readonly y: number }> {
    await this.read();
    return { x: this.#screen.buffer.active.cursorX, y: this.#screen.buffer.active.cursorY };
  }

  /** Resolves when what was asked to be painted is, and all of it is read. */
  async read(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise<void>((resolve) => {
      this.#screen.write('', resolve);
    });
  }

  dispose(): void {
    this.#screen.dispose();
  }
}

/** The private modes that a program has left in another state than a shell has them. */
export function modesLeft(written: string): string[] {
  const states = new Map<string, string>();
  // eslint-disable-next-line no-control-regex
  for (const [, list = '', state = ''] of written.matchAll(/\u001b\[\?([0-9;]+)([hl])/g)) {
    for (const mode of list.split(';')) states.set(mode, state);
  }
  const left = [...states].filter(([mode, state]) => state === (ON_IN_SHELLS.has(mode) ? 'l' : 'h'));
  return left.map(([mode]) => mode);
}

/** Wrapping, and the cursor is shown. */
const ON_IN_SHELLS = new Set(['7', '25']);

function seen(cell: xterm.IBufferCell | undefined): SeenCell {
  const text = cell?.getChars() ?? '';
  return {
    // a cell that was never written looks like a blank; the right half of a wide sign has width 0
    text: text === '' && cell?.getWidth() !== 0 ? ' ' : text,
    colour: cell === undefined || cell.isFgDefault() ? -1 : cell.getFgColor(),
    isBold: Boolean(cell?.isBold()),
    isUnderlined: Boolean(cell?.isUnderline()),
    isInverse: Boolean(cell?.isInverse()),
  };
}
