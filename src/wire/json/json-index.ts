import { GrowingNumbers } from './growing-numbers.js';
import { JsonReader, type JsonLine } from './json-reader.js';
import { JsonStack } from './json-stack.js';
import { KnownTexts } from './known-texts.js';

/** A place is kept every so many lines or bytes, and less often if many levels are open, because a place stores them all. */
const KEPT_LINES = 512;
const KEPT_BYTES = 32 * 1024;
const KEPT_LINES_PER_LEVEL = 16;
const KEPT_BYTES_PER_LEVEL = 64;

/** How many lines before the current one are kept, because going back means reading again. */
const LATELY = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;

const lossyDecoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** An array or object from the line that opens it to the one that closes it. */
export interface JsonExtent {
  readonly openLine: number;
  readonly closeLine: number;
  /** How many values it holds. */
  readonly items: number;
  /** Its size in bytes, with its brackets. */
  readonly sizeBytes: number;
  /** Whether a comma follows it. */
  readonly hasComma: boolean;
}

/** Names and indexes from the top down to a value. */
export type JsonPath = readonly (string | number)[];

/**
 * The lines of a JSON text, without parsing it: everything is shown as on the wire, even repeated names and numbers with too many digits.
 * It is built in steps and uses little memory: only some places are kept, from which any line is found in about a millisecond.
 */
export class JsonIndex {
  readonly #bytes: Uint8Array;
  readonly #longs = new KnownTexts();
  /** Reads on. */
  readonly #builder: JsonReader;
  /** The reader for lines that are looked at. */
  readonly #looker: JsonReader;
  #current: JsonLine | undefined;
  #isDone = false;
  /** Lines that were looked at recently. */
  readonly #lately = new Map<number, JsonLine>();
  /** For each place: the line that begins there, its first byte, how many levels are open, and where these are stored. */
  readonly #lines = new GrowingNumbers();
  readonly #offsets = new GrowingNumbers();
  readonly #depths = new GrowingNumbers();
  readonly #stacks = new GrowingNumbers();
  readonly #opened = new GrowingNumbers();
  /** The smallest depth of a line from this place to the next. */
  readonly #least = new GrowingNumbers();

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#builder = new JsonReader(bytes, this.#longs);
    this.#looker = new JsonReader(bytes, this.#longs);
    this.#keep();
  }

  /** How many lines are known by now. */
  get lineCount(): number {
    return this.#builder.number + 1;
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  /** How many bytes were read by now. */
  get readBytes(): number {
    return this.#builder.at;
  }

  /** Why the last line is not JSON; undefined if all of it is. */
  get fault(): string | undefined {
    return this.#builder.fault;
  }

  /** The memory that it uses besides the text, in bytes. */
  get heldBytes(): number {
    const all = [this.#lines, this.#offsets, this.#depths, this.#stacks, this.#opened, this.#least];
    return all.reduce((sum, { bytes }) => sum + bytes, this.#longs.bytes);
  }

  /** Reads on. @param bytes about how many @returns whether all is read */
  step(bytes: number): boolean {
    const until = Math.min(this.#bytes.length, this.#builder.at + bytes);
    while (!this.#isDone) {
      const came = this.#builder.next(until);
      if (came === 'line') this.#took();
      else if (came === 'end') this.#isDone = true;
      if (came === 'paused' || this.#builder.at >= until) break;
    }
    if (!this.#isDone && this.#builder.at >= this.#bytes.length) this.#finish();
    return this.#isDone;
  }

  #finish(): void {
    while (this.#builder.next() === 'line') this.#took();
    this.#isDone = true;
  }

  #took(): void {
    const { number, depth, at, stack } = this.#builder;
    const last = this.#least.length - 1;
    this.#least.set(last, Math.min(this.#least.at(last), depth));
    const levels = stack.depth;
    const lines = number + 1 - this.#lines.at(last);
    const bytes = at - this.#offsets.at(last);
    const isDue =
      lines >= Math.max(KEPT_LINES, levels * KEPT_LINES_PER_LEVEL) ||
      bytes >= Math.max(KEPT_BYTES, levels * KEPT_BYTES_PER_LEVEL);
    if (isDue) this.#keep();
  }

  #keep(): void {
    const { number, at, stack } = this.#builder;
    this.#lines.push(number + 1);
    this.#offsets.push(at);
    this.#depths.push(stack.depth);
    this.#opened.push(this.#stacks.length);
    this.#least.push(0xffffffff);
    stack.saveTo(this.#stacks);
  }

  /** @param number from 0, below {@link lineCount} @throws RangeError if there is no such line */
  line(number: number): JsonLine {
    return this.#lately.get(number) ?? this.#goTo(number);
  }

  /** Makes the looker read a line; it then stands after that line. */
  #goTo(number: number): JsonLine {
    if (number < 0 || number >= this.lineCount) throw new RangeError(`There is no line ${number}.`);
    if (this.#current?.number === number) return this.#current;
    const place = this.#lines.countUpTo(number) - 1;
    const isBefore = this.#looker.number < number && this.#looker.number + 1 >= this.#lines.at(place);
    if (!isBefore || this.#current === undefined) this.#resume(place);
    while (this.#looker.number < number) {
      this.#looker.next();
      // the lines before it are likely to be looked at next
      if (number - this.#looker.number < LATELY) this.#remember(this.#looker.line());
    }
    this.#current = this.#looker.line();
    return this.#current;
  }

  #remember(line: JsonLine): void {
    if (this.#lately.size >= 4 * LATELY) this.#lately.clear();
    this.#lately.set(line.number, line);
  }

  #resume(place: number): void {
    this.#looker.resume(this.#lines.at(place), this.#offsets.at(place));
    this.#looker.stack.restore(this.#stacks, this.#opened.at(place), this.#depths.at(place));
  }

  /** The line that contains a byte; for white space between lines, the line before it. */
  lineAt(offset: number): number {
    const place = Math.max(0, this.#offsets.countUpTo(offset) - 1);
    let number = Math.min(this.#lines.at(place), this.lineCount - 1);
    while (number + 1 < this.lineCount && this.#goTo(number + 1).from <= offset) number += 1;
    return number;
  }

  /** The line that opens the array or object around a line; undefined at the top. */
  parentOf(number: number): number | undefined {
    return this.line(number).parent;
  }

  /** The lines that open the arrays and objects around a line, from the top down. */
  holdersOf(number: number): number[] {
    const { depth } = this.#goTo(number);
    return Array.from({ length: depth }, (_, level) => this.#looker.stack.line(level));
  }

  /** For a line that closes an array or object, the line that opens it; for any other line, the line itself. */
  openerOf(number: number): number {
    return this.line(number).opener ?? number;
  }

  /** The extent of the array or object that a line opens; undefined for other lines, and while its end is not read yet. */
  extentOf(number: number): JsonExtent | undefined {
    const { kind, depth, valueFrom } = this.#goTo(number);
    if (kind !== 'object' && kind !== 'array') return undefined;
    const closeLine = this.#closing(number, depth);
    if (closeLine === undefined) return undefined;
    const { valueTo, hasComma } = this.#goTo(closeLine);
    this.#goTo(closeLine - 1);
    const items = this.#looker.stack.children(depth);
    return { openLine: number, closeLine, items, sizeBytes: valueTo - valueFrom, hasComma };
  }

  /** The first line after `number` at `depth`: it closes the array or object. */
  #closing(number: number, depth: number): number | undefined {
    let place = this.#lines.countUpTo(number) - 1;
    for (let from = number + 1; from < this.lineCount; from = this.#lines.at(place)) {
      const behind = place + 1 < this.#lines.length ? this.#lines.at(place + 1) : this.lineCount;
      for (let line = from; line < behind; line += 1) {
        const found = this.#goTo(line);
        if (found.depth === depth) return found.kind === 'close' ? line : undefined;
      }
      do place += 1;
      while (place < this.#lines.length && this.#least.at(place) > depth);
      if (place >= this.#lines.length) return undefined;
    }
    return undefined;
  }

  /** The path of a line's value; for a closing line, that of the array or object. */
  path(number: number): JsonPath {
    const at = this.openerOf(number);
    const { depth, from, keyTo, kind } = this.#goTo(at);
    const { stack } = this.#looker;
    const path: (string | number)[] = [];
    for (let level = 0; level < depth; level += 1) {
      if (this.#bytes[stack.bracket(level)] === OPEN_ARRAY) {
        path.push(stack.children(level) - 1);
        continue;
      }
      const isLast = level === depth - 1;
      if (isLast && keyTo === undefined) break;
      const keyFrom = isLast ? from : stack.from(level + 1);
      path.push(this.#nameAt(keyFrom, isLast ? keyTo : undefined));
    }
    // broken JSON has no place in the array
    if (kind === 'broken' && this.#isInArray(depth)) path.pop();
    return path;
  }

  #isInArray(depth: number): boolean {
    return depth > 0 && this.#bytes[this.#looker.stack.bracket(depth - 1)] === OPEN_ARRAY;
  }

  #nameAt(from: number, to: number | undefined): string {
    let end = to ?? from + 1;
    if (to === undefined) {
      while (end < this.#bytes.length && this.#bytes[end] !== QUOTE) end += this.#bytes[end] === BACKSLASH ? 2 : 1;
      end += 1;
    }
    return nameOf(this.#bytes.subarray(from, end));
  }

  /** The line of a value; undefined if there is none, or if it is not read yet. If a name occurs twice, the first one counts. */
  lineOf(path: JsonPath): number | undefined {
    const { line, levels } = this.nearest(path);
    return levels === path.length ? line : undefined;
  }

  /** The line of a value, or of the nearest value above it, and how many steps of the path led there. */
  nearest(path: JsonPath): { readonly line: number | undefined; readonly levels: number } {
    if (this.lineCount === 0) return { line: undefined, levels: -1 };
    let line = 0;
    for (const [levels, key] of path.entries()) {
      const inner = typeof key === 'number' ? this.#item(line, key) : this.member(line, key);
      if (inner === undefined) return { line, levels };
      line = inner;
    }
    return { line, levels: path.length };
  }

  /** The line of a member of the object that opens at a line. @param most how many members are looked at, at most */
  member(open: number, name: string, most = Infinity): number | undefined {
    const { depth, kind } = this.#goTo(open);
    if (kind !== 'object') return undefined;
    for (let line = open + 1, seen = 0; line < this.lineCount && seen < most; seen += 1) {
      const found = this.#goTo(line);
      if (found.depth <= depth) return undefined;
      const { from, keyTo } = found;
      if (keyTo !== undefined && nameOf(this.#bytes.subarray(from, keyTo)) === name) return line;
      const isOpen = found.kind === 'object' || found.kind === 'array';
      const closing = isOpen ? this.#closing(line, found.depth) : line;
      if (closing === undefined) return undefined;
      line = closing + 1;
    }
    return undefined;
  }

  #item(open: number, index: number): number | undefined {
    const { depth, kind } = this.#goTo(open);
    if (kind !== 'array') return undefined;
    const near = this.#itemFrom({ line: open + 1, begun: 0 }, { depth, index, until: open + KEPT_LINES });
    if (near !== undefined || open + KEPT_LINES >= this.lineCount) return near;
    const until = this.#closing(open, depth) ?? this.lineCount;
    return this.#itemFrom(this.#placeBefore(open, { depth, index, closing: until }), { depth, index, until });
  }

  #itemFrom(
    from: { readonly line: number; readonly begun: number },
    { depth, index, until }: { readonly depth: number; readonly index: number; readonly until: number },
  ): number | undefined {
    let { begun } = from;
    for (let line = from.line; line < Math.min(until, this.lineCount); line += 1) {
      const found = this.#goTo(line);
      if (found.depth <= depth) return undefined;
      if (found.depth !== depth + 1 || found.kind === 'close' || found.kind === 'broken') continue;
      if (begun === index) return line;
      begun += 1;
    }
    return undefined;
  }

  /** The last place of an array in which at most `index` of its values have begun. */
  #placeBefore(
    open: number,
    { depth, index, closing }: { readonly depth: number; readonly index: number; readonly closing: number },
  ): { line: number; begun: number } {
    let low = this.#lines.countUpTo(open);
    let high = this.#lines.countUpTo(closing - 1);
    let best = { line: open + 1, begun: 0 };
    while (low < high) {
      const middle = (low + high) >>> 1;
      const begun = JsonStack.savedChildren(this.#stacks, this.#opened.at(middle), depth);
      if (begun <= index) {
        best = { line: this.#lines.at(middle), begun };
        low = middle + 1;
      } else high = middle;
    }
    return best;
  }
}

/** A decoded name; the raw text if it is not a JSON string. */
function nameOf(quoted: Uint8Array): string {
  const text = lossyDecoder.decode(quoted);
  try {
    return JSON.parse(text) as string;
  } catch {
    return text.slice(1, -1);
  }
}
