import { Clusters } from '../cells/clusters.js';
import type { Role } from '../../report/style.js';
import type { Span, StyledLine } from '../../report/styled-line.js';
import { GrowingNumbers } from '../../wire/json/growing-numbers.js';
import { textRuns, type TextPart, type TextRun } from './text-runs.js';

const TAB = '    ';
const ASCII = /^[ -~]*$/;

/** The joiner after an emoji at the end of a row, whose partner is in the next row. */
const LAST_JOINER = /(?<=\p{Extended_Pictographic}[\ufe0e\ufe0f]?[\u{1f3fb}-\u{1f3ff}]?\p{M}*)\u200d$/u;

const ROLES: Readonly<Record<TextRun['kind'], Role | undefined>> = {
  plain: undefined,
  escape: 'literal',
  newline: 'literal',
  tab: 'literal',
  broken: 'error',
};

/** A text in rows of a given width. It is laid out in steps; only the first byte of each row is kept. */
export class TextRows {
  readonly #part: TextPart;
  readonly #width: number;
  readonly #starts = new GrowingNumbers();
  readonly #runs: Generator<TextRun>;
  #at: number;
  /** Cells in the row that is being laid out. */
  #filled = 0;
  #isDone = false;

  /** @param first how many cells of the first row are taken */
  constructor(part: TextPart, { width, first }: { readonly width: number; readonly first: number }) {
    this.#part = part;
    this.#width = Math.max(2, width);
    this.#runs = textRuns(part);
    this.#at = part.from;
    this.#starts.push(part.from);
    this.#filled = Math.min(first, this.#width - 2);
  }

  /** How many rows are known; an empty text has one. */
  get count(): number {
    return this.#starts.length;
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  /** Lays out more. @param bytes about how many @returns whether all is laid out */
  step(bytes: number): boolean {
    const until = this.#at + bytes;
    while (!this.#isDone && this.#at < until) {
      const next = this.#runs.next();
      if (next.done === true) this.#isDone = true;
      else this.#take(next.value);
    }
    return this.#isDone;
  }

  /** The row that contains a byte. */
  rowAt(offset: number): number {
    return Math.max(0, this.#starts.countUpTo(offset) - 1);
  }

  /** The first byte of a row. */
  startOf(index: number): number {
    return this.#starts.at(index);
  }

  row(index: number): StyledLine {
    const from = this.#starts.at(index);
    const to = index + 1 < this.#starts.length ? this.#starts.at(index + 1) : this.#at;
    const spans = spansOf({ ...this.#part, from, to });
    const last = spans.pop();
    return last === undefined ? [] : [...spans, { ...last, text: last.text.replace(LAST_JOINER, '') }];
  }

  #take(run: TextRun): void {
    this.#at = run.to;
    if (run.kind === 'newline') this.#break(run.to);
    else if (run.kind === 'plain' && run.text.length > 1) this.#takeText(run);
    else this.#takeWhole(run);
  }

  /** Takes a run that must not be broken. */
  #takeWhole(run: TextRun): void {
    const cells = shownCells(run);
    if (this.#filled + cells > this.#width) this.#break(run.from);
    this.#filled += cells;
  }

  #takeText(run: TextRun): void {
    if (ASCII.test(run.text)) {
      let left = run.text.length;
      while (this.#filled + left > this.#width) {
        left -= this.#width - this.#filled;
        this.#break(run.to - left);
      }
      this.#filled += left;
      return;
    }
    const clusters = new Clusters(run.text, 'utf-8');
    let from = run.from;
    for (let before = 0, cells = 0; clusters.next();) {
      cells += cellsOf(clusters);
      if (clusters.isSpelling) continue;
      if (this.#filled + cells > this.#width) this.#break(from);
      this.#filled += cells;
      from += byteLength(run.text, before, clusters.at);
      before = clusters.at;
      cells = 0;
    }
  }

  #break(at: number): void {
    this.#starts.push(at);
    this.#filled = 0;
  }
}

/** The spans of a text in rows; rows end at newlines. */
function spansOf(part: TextPart): Span[] {
  return [...textRuns(part)].flatMap((run): Span[] => {
    if (run.kind === 'newline') return [];
    return [run.kind === 'tab' ? { text: TAB } : spanOf(run)];
  });
}

/** The span of a run within a line. */
export function spanOf({ kind, text }: TextRun): Span {
  const role = ROLES[kind];
  return role === undefined ? { text } : { text, role };
}

function shownCells({ kind, text }: TextRun): number {
  if (kind === 'tab') return TAB.length;
  if (kind !== 'plain') return text.length;
  const clusters = new Clusters(text, 'utf-8');
  let cells = 0;
  while (clusters.next()) cells += cellsOf(clusters);
  return cells;
}

/** Control characters take two cells if only ASCII can be shown: `^[`. */
function cellsOf({ text, width }: Clusters): number {
  const code = text.charCodeAt(0);
  return code >= 0x2400 && code <= 0x2421 ? 2 : width;
}

function byteLength(text: string, from: number, to: number): number {
  let bytes = 0;
  for (let at = from; at < to; at += 1) {
    const unit = text.charCodeAt(at);
    // each half of a surrogate pair counts for two of the four bytes
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
  }
  return bytes;
}
