import type { StyledLine } from '../../report/styled-line.js';

/** The width of the offset, and of each byte as a number and as text, in cells. */
const OFFSET = 10;
const CELLS_PER_BYTE = 4;

/** Bytes in rows, as many as fit: the offset, the bytes as numbers, and as ASCII. */
export class HexRows {
  readonly isDone = true;
  readonly #bytes: Uint8Array;
  readonly #perRow: number;

  constructor(bytes: Uint8Array, width: number) {
    this.#bytes = bytes;
    const room = Math.floor((width - OFFSET - 1) / CELLS_PER_BYTE);
    this.#perRow = room >= 16 ? 16 : room >= 8 ? 8 : 4;
  }

  get count(): number {
    return Math.max(1, Math.ceil(this.#bytes.length / this.#perRow));
  }

  /** There is nothing to lay out. */
  step(): boolean {
    return this.isDone;
  }

  rowAt(offset: number): number {
    return Math.floor(offset / this.#perRow);
  }

  startOf(index: number): number {
    return index * this.#perRow;
  }

  row(index: number): StyledLine {
    const from = index * this.#perRow;
    const bytes = [...this.#bytes.subarray(from, from + this.#perRow)];
    const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const text = bytes.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
    return [
      { text: `${from.toString(16).padStart(8, '0')}  `, role: 'dim' },
      { text: `${hex.padEnd(3 * this.#perRow)} ` },
      { text, role: 'string' },
    ];
  }
}
