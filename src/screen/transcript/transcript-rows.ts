import type { Violation } from '../../check/engine/violation.js';
import type { TranscriptItem, TranscriptTurn } from '../../model/transcript/transcript.js';
import { textOf } from '../../model/json-access.js';
import type { Glyphs } from '../../report/glyphs.js';
import type { StyledLine } from '../../report/styled-line.js';
import { wrapLine } from '../cells/wrap.js';
import type { Rows } from '../tables/rows.js';
import type { FrameSpan } from '../frame/view.js';
import { endBlock, isShown, itemBlock, violationBlock, type TranscriptBlock } from '../../report/transcript/blocks.js';
import { ShownBlock, type Fold } from './shown-block.js';

/** Entry, line and row make one number, which names a row and grows from top to bottom. */
const ROWS_PER_LINE = 2 ** 12;
const ROWS_PER_ENTRY = 2 ** 32;

/** How many blocks, and how many wrapped lines of each, are kept. */
const KEPT_BLOCKS = 500;
const KEPT_LINES = 500;

/** An item of the transcript. */
interface Entry {
  readonly key: string;
  readonly seq: number;
  readonly atMs: number | undefined;
  /** The last frame that it covers. */
  readonly last: number;
  /** If this number changes, the block has changed. */
  readonly stamp: () => number;
  readonly make: () => TranscriptBlock;
}

/** A block and its lines in rows. */
interface LaidOut {
  readonly stamp: number;
  readonly shown: ShownBlock;
  readonly rows: Map<number, readonly StyledLine[]>;
}

/** One row of the screen. */
export interface TranscriptRow {
  readonly block: TranscriptBlock;
  readonly atMs: number | undefined;
  readonly line: StyledLine;
  /** The first of its block. */
  readonly isFirst: boolean;
}

/** The turn to show. */
export interface ShownTurn {
  readonly turn: TranscriptTurn;
  /** In order. */
  readonly violations: readonly Violation[];
  readonly hasTimes: boolean;
}

/** A turn as rows that are laid out when they become visible, because there may be hundreds of thousands. */
export class TranscriptRows implements Rows {
  #entries: readonly Entry[] = [];
  readonly #folds = new Map<string, Fold>();
  readonly #laidOut = new Map<string, LaidOut>();
  #width = 80;
  #glyphs: Glyphs;

  constructor(glyphs: Glyphs) {
    this.#glyphs = glyphs;
  }

  /** How many messages, tool calls, violations and so on there are. */
  get entries(): number {
    return this.#entries.length;
  }

  show(turn: ShownTurn | undefined): void {
    this.#entries = turn === undefined ? [] : entriesOf(turn);
  }

  /** @param width the width of the text, in cells */
  fit(width: number, glyphs: Glyphs): void {
    if (width === this.#width && glyphs === this.#glyphs) return;
    this.#width = width;
    this.#glyphs = glyphs;
    this.#laidOut.clear();
  }

  get first(): number | undefined {
    return this.#entries.length === 0 ? undefined : 0;
  }

  get last(): number | undefined {
    const entry = this.#entries.length - 1;
    if (entry < 0) return undefined;
    const line = this.#linesOf(entry) - 1;
    return idOf(entry, line, this.#rowsOf(entry, line).length - 1);
  }

  at(id: number): number | undefined {
    const { entry, line, row } = placeOf(id);
    if (entry >= this.#entries.length) return undefined;
    if (line >= this.#linesOf(entry)) return this.at(idOf(entry + 1, 0, 0));
    return row < this.#rowsOf(entry, line).length ? id : this.at(idOf(entry, line + 1, 0));
  }

  next(id: number): number | undefined {
    return this.at(id + 1);
  }

  previous(id: number): number | undefined {
    const { entry, line, row } = placeOf(id);
    if (row > 0) return id - 1;
    if (line > 0) return idOf(entry, line - 1, this.#rowsOf(entry, line - 1).length - 1);
    if (entry === 0) return undefined;
    const lines = this.#linesOf(entry - 1);
    return idOf(entry - 1, lines - 1, this.#rowsOf(entry - 1, lines - 1).length - 1);
  }

  row(id: number): TranscriptRow | undefined {
    const { entry, line, row } = placeOf(id);
    const { atMs } = this.#entries[entry] ?? {};
    const laidOut = this.#layOut(entry);
    if (laidOut === undefined) return undefined;
    const { block } = laidOut.shown;
    return { block, atMs, line: this.#rowsOf(entry, line)[row] ?? [], isFirst: line === 0 && row === 0 };
  }

  /** The first row of the entry that a row belongs to. */
  headOf(id: number): number {
    return idOf(placeOf(id).entry, 0, 0);
  }

  /** The first row of the entry before, and of the entry after, that of a row. */
  headBefore(id: number): number | undefined {
    const { entry } = placeOf(id);
    return entry === 0 ? undefined : idOf(entry - 1, 0, 0);
  }

  headBehind(id: number): number | undefined {
    const { entry } = placeOf(id);
    return entry + 1 < this.#entries.length ? idOf(entry + 1, 0, 0) : undefined;
  }

  /** The next violation after the entry of a row, or the one before it. */
  violationBeside(id: number, isNext: boolean): number | undefined {
    const { entry } = placeOf(id);
    const found = isNext
      ? this.#entries.findIndex(({ key }, i) => i > entry && isViolation(key))
      : this.#entries.findLastIndex(({ key }, i) => i < entry && isViolation(key));
    return found === -1 ? undefined : idOf(found, 0, 0);
  }

  /** Which entry a row belongs to, from 0. */
  entryOf(id: number): number {
    return placeOf(id).entry;
  }

  /** The frames of an entry so far, from the first to the last; frames of other entries may be between them. */
  spanOf(id: number): FrameSpan | undefined {
    const entry = this.#entries[placeOf(id).entry];
    return entry && { from: entry.seq, to: Math.max(entry.seq, entry.last) };
  }

  blockOf(id: number): TranscriptBlock | undefined {
    return this.#layOut(placeOf(id).entry)?.shown.block;
  }

  /** The first row of the last entry that began at or before a frame. */
  rowAt(seq: number, isWanted: (key: string) => boolean = () => true): number | undefined {
    const entry = this.#entries.findLastIndex((each) => each.seq <= seq && isWanted(each.key));
    return entry === -1 ? this.first : idOf(entry, 0, 0);
  }

  foldOf(id: number): Fold {
    return this.#layOut(placeOf(id).entry)?.shown.fold ?? 'open';
  }

  fold(id: number, fold: Fold): void {
    const entry = this.#entries[placeOf(id).entry];
    if (entry === undefined) return;
    this.#folds.set(entry.key, fold);
    this.#laidOut.delete(entry.key);
  }

  /** The rows of an entry with a hit, as if it were unfolded. */
  *hitsIn(entry: number, pattern: RegExp): Generator<number> {
    const laidOut = this.#layOut(entry);
    if (laidOut === undefined) return;
    for (const line of laidOut.shown.hits(pattern)) yield idOf(entry, line, 0);
  }

  #linesOf(entry: number): number {
    return Math.max(1, Math.min(this.#layOut(entry)?.shown.count ?? 0, ROWS_PER_ENTRY / ROWS_PER_LINE));
  }

  #rowsOf(entry: number, line: number): readonly StyledLine[] {
    const laidOut = this.#layOut(entry);
    if (laidOut === undefined) return [[]];
    const known = laidOut.rows.get(line);
    if (known !== undefined) return known;
    const { line: whole, isCode } = laidOut.shown.line(line, this.#glyphs);
    const charset = this.#glyphs.isAscii ? 'ascii' : 'utf-8';
    const rows = wrapLine(whole, { width: this.#width, charset, isCode }).slice(0, ROWS_PER_LINE);
    if (laidOut.rows.size >= KEPT_LINES) laidOut.rows.clear();
    laidOut.rows.set(line, rows);
    return rows;
  }

  #layOut(index: number): LaidOut | undefined {
    const entry = this.#entries[index];
    if (entry === undefined) return undefined;
    const stamp = entry.stamp();
    const known = this.#laidOut.get(entry.key);
    if (known?.stamp === stamp) return known;
    if (this.#laidOut.size >= KEPT_BLOCKS) this.#laidOut.clear();
    const laidOut = { stamp, shown: new ShownBlock(entry.make(), this.#folds.get(entry.key)), rows: new Map() };
    this.#laidOut.set(entry.key, laidOut);
    return laidOut;
  }
}

function idOf(entry: number, line: number, row: number): number {
  return entry * ROWS_PER_ENTRY + line * ROWS_PER_LINE + row;
}

function placeOf(id: number): { readonly entry: number; readonly line: number; readonly row: number } {
  const inEntry = id % ROWS_PER_ENTRY;
  return {
    entry: Math.floor(id / ROWS_PER_ENTRY),
    line: Math.floor(inEntry / ROWS_PER_LINE),
    row: inEntry % ROWS_PER_LINE,
  };
}

/** The items in the order of their frames, with the violations between them, and the end. */
function entriesOf({ turn, violations, hasTimes }: ShownTurn): Entry[] {
  const { items, summary } = turn;
  const entries: Entry[] = [];
  let placed = 0;
  const placeBefore = (seq: number) => {
    for (let each = violations[placed]; each !== undefined && each.seq < seq; each = violations[placed]) {
      entries.push(violationEntry(each, placed));
      placed += 1;
    }
  };
  for (const [i, item] of items.entries()) {
    if (!isShown(item)) continue;
    placeBefore(item.seq);
    entries.push(itemEntry(item, i, { turn, hasTimes }));
  }
  placeBefore(Infinity);
  if (summary !== undefined) {
    const { seq, at } = summary.end;
    entries.push({ key: 'end', seq, last: seq, atMs: at, stamp: () => seq, make: () => endBlock(summary) });
  }
  return entries;
}

function itemEntry(
  item: TranscriptItem,
  index: number,
  { turn, hasTimes }: { readonly turn: TranscriptTurn; readonly hasTimes: boolean },
): Entry {
  return {
    key: `item ${index} ${item.seq}`,
    seq: item.seq,
    last: item.changed,
    atMs: item.at,
    stamp: () => stampOf(item, turn),
    make: () => itemBlock(item, turn, hasTimes),
  };
}

function violationEntry(violation: Violation, index: number): Entry {
  const { seq } = violation;
  return {
    key: `${VIOLATION}${index} ${seq}`,
    seq,
    last: seq,
    atMs: undefined,
    stamp: () => seq,
    make: () => violationBlock(violation),
  };
}

const VIOLATION = 'violation ';

/** Whether an entry is a violation, by its key. */
export function isViolation(key: string): boolean {
  return key.startsWith(VIOLATION);
}

/** The latest frame on which the text of an item depends. */
function stampOf(item: TranscriptItem, { terminals, summary }: TranscriptTurn): number {
  switch (item.type) {
    case 'tool-call':
      return item.content.reduce((latest, { type, terminalId }) => {
        const terminal = type === 'terminal' ? terminals.get(textOf(terminalId) ?? '') : undefined;
        return Math.max(latest, terminal?.changed ?? 0);
      }, item.changed);
    case 'permission':
      return Math.max(item.changed, item.call?.changed ?? 0);
    case 'service':
    case 'change':
      return Math.max(item.changed, item.terminal?.changed ?? 0);
    case 'cancel':
      return summary?.end.seq ?? item.changed;
    case 'prompt':
    case 'message':
    case 'plan':
      return item.changed;
    default:
      return item satisfies never;
  }
}
