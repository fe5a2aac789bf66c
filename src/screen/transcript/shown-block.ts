import type { Glyphs } from '../../report/glyphs.js';
import { BOLD, type Role } from '../../report/style.js';
import type { StyledLine } from '../../report/styled-line.js';
import type { TranscriptBlock, TranscriptStyle } from '../../report/transcript/blocks.js';
import type { ContentText } from '../../report/transcript/transcript-content.js';
import { TextLines } from './text-lines.js';

/** How much of a block is shown: its first line, some of each piece, or all. */
export const FOLDS = ['closed', 'brief', 'open'] as const;

export type Fold = (typeof FOLDS)[number];

/** Of a longer piece this many lines are shown, and a line says how many more there are. */
const BRIEF_LINES = 8;

/** A line of a block before it is wrapped. */
export interface BlockLine {
  readonly line: StyledLine;
  readonly isCode: boolean;
}

interface Piece {
  readonly kind: ContentText['kind'];
  readonly lines: TextLines;
}

/** A part of a block. `more`: a line that stands for hidden lines. */
type Part =
  | { readonly type: 'head'; readonly count: 1 }
  | { readonly type: 'lines'; readonly piece: Piece; readonly from: number; readonly count: number }
  | { readonly type: 'more'; readonly left: number; readonly count: 1 };

/** A block of a transcript as lines, made when they become visible. */
export class ShownBlock {
  readonly block: TranscriptBlock;
  readonly fold: Fold;
  readonly #pieces: readonly Piece[];
  readonly #parts: readonly Part[];

  /** @param fold default: long results are shortened, and messages are shown completely */
  constructor(block: TranscriptBlock, fold?: Fold) {
    this.block = block;
    this.fold = fold ?? (WHOLE.has(block.style) ? 'open' : 'brief');
    this.#pieces = block.body
      .filter(({ text }) => text !== '')
      .map(({ kind, text }) => ({ kind, lines: new TextLines(text) }));
    this.#parts = this.#partsOf();
  }

  /** How many lines are shown; at least one. */
  get count(): number {
    return this.#parts.reduce((sum, { count }) => sum + count, 0);
  }

  /** @param index from 0, below `count` */
  line(index: number, glyphs: Glyphs): BlockLine {
    let at = index;
    for (const part of this.#parts) {
      if (at < part.count) return this.#lineOf(part, at, glyphs);
      at -= part.count;
    }
    return { line: [], isCode: false };
  }

  /** The lines with a hit, counted as if everything were unfolded. */
  *hits(pattern: RegExp): Generator<number> {
    let before = this.#hasHead ? 1 : 0;
    if (before === 1 && pattern.test(this.block.head.map(({ text }) => text).join(''))) yield 0;
    pattern.lastIndex = 0;
    for (const { lines } of this.#pieces) {
      let last = -1;
      for (const { index } of lines.text.matchAll(pattern)) {
        const at = lines.lineAt(index);
        if (at !== last) yield before + at;
        last = at;
      }
      before += lines.count;
    }
  }

  get #hasHead(): boolean {
    return this.block.head.length > 0 || this.#pieces.length === 0;
  }

  #partsOf(): Part[] {
    const head: Part[] = this.#hasHead ? [{ type: 'head', count: 1 }] : [];
    const all = this.#pieces.map((piece): Part => ({ type: 'lines', piece, from: 0, count: piece.lines.count }));
    if (this.fold === 'open') return [...head, ...all];
    const parts = [...head, ...this.#pieces.flatMap((piece) => briefly(piece))];
    if (this.fold === 'brief') return parts;
    const [first] = parts;
    const total = all.reduce((sum, { count }) => sum + count, head.length);
    if (first?.type !== 'lines') return first === undefined ? [] : [first, ...moreOf(total - 1)];
    return [{ ...first, count: 1 }, ...moreOf(total - 1)];
  }

  #lineOf(part: Part, index: number, glyphs: Glyphs): BlockLine {
    switch (part.type) {
      case 'head':
        return { line: this.block.head.map((span) => withSigns(span, glyphs)), isCode: false };
      case 'more': {
        const text = `${glyphs.folded} ${part.left} more ${part.left === 1 ? 'line' : 'lines'}`;
        return { line: [{ text, role: 'dim' }], isCode: false };
      }
      case 'lines': {
        const { kind, lines } = part.piece;
        const text = lines.line(part.from + index);
        const isCode = kind === 'diff' || kind === 'output';
        return { line: [textSpan(kind, text, this.block.style)], isCode };
      }
      default:
        return part satisfies never;
    }
  }
}

/** The styles that are shown completely at first. */
const WHOLE: ReadonlySet<TranscriptStyle> = new Set(['user', 'agent', 'plan', 'violation', 'end', 'title']);

/** Shortens a piece: of output the end is shown, of anything else the beginning. */
function briefly(piece: Piece): Part[] {
  const { count } = piece.lines;
  if (count <= BRIEF_LINES + 1) return [{ type: 'lines', piece, from: 0, count }];
  const left = count - BRIEF_LINES;
  const shown: Part = { type: 'lines', piece, from: piece.kind === 'output' ? left : 0, count: BRIEF_LINES };
  return piece.kind === 'output' ? [...moreOf(left), shown] : [shown, ...moreOf(left)];
}

function moreOf(left: number): Part[] {
  return left === 0 ? [] : [{ type: 'more', left, count: 1 }];
}

function textSpan(kind: ContentText['kind'], text: string, style: TranscriptStyle): StyledLine[number] {
  switch (kind) {
    case 'diff':
      return { text, role: diffRole(text) };
    case 'plan':
      return text.startsWith('[>]')
        ? { text, emphasis: BOLD }
        : { text, role: text.startsWith('[x]') ? 'ok' : 'plain' };
    case 'output':
      return { text, role: 'dim' };
    case 'text':
      return { text, role: style === 'thought' ? 'thought' : 'plain' };
    default:
      return kind satisfies never;
  }
}

function diffRole(text: string): Role {
  if (text.startsWith('+') && !text.startsWith('+++')) return 'added';
  if (text.startsWith('-') && !text.startsWith('---')) return 'removed';
  return text.startsWith(' ') ? 'plain' : 'dim';
}

/** Uses the terminal's signs for our own arrows between words; recorded text is never changed. */
function withSigns(span: StyledLine[number], glyphs: Glyphs): StyledLine[number] {
  return span.role === 'punctuation' ? { ...span, text: span.text.replaceAll('→', glyphs.isAscii ? '->' : '→') } : span;
}
