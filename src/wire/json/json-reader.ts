import { JsonStack } from './json-stack.js';

/** The kind of a line of folded JSON. `broken`: text that is not JSON, and everything after it. */
export type JsonLineKind =
  'object' | 'array' | 'close' | 'empty-object' | 'empty-array' | 'string' | 'number' | 'literal' | 'broken';

/** A line of foldable JSON: a value, or the bracket that opens or closes one. All places are byte offsets. */
export interface JsonLine {
  /** From 0. */
  readonly number: number;
  readonly depth: number;
  readonly kind: JsonLineKind;
  /** Where it begins: at its name, if it has one. */
  readonly from: number;
  /** The place after the quote that ends its name; undefined in arrays. */
  readonly keyTo: number | undefined;
  /** The value with its quotes, or the bracket. */
  readonly valueFrom: number;
  readonly valueTo: number;
  readonly hasComma: boolean;
  /** The line that opens the array or object around it; undefined at the top. */
  readonly parent: number | undefined;
  /** For a closing line: the line that opens the same array or object. */
  readonly opener: number | undefined;
}

/** Strings, numbers and white space longer than this: their ends are remembered, so that they need not be searched again. */
export interface LongTexts {
  /** The end of the long text that begins at `from`; undefined if none does. */
  endOf(from: number): number | undefined;
  found(from: number, to: number): void;
}

/** Deeper arrays and objects are not read: nobody looks there, and each level needs more memory than its text. */
export const DEEPEST = 20_000;

const LONG_BYTES = 512;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const ZERO = 0x30;

/** `line`: a line was read; `paused`: stopped in the middle of one; `end`: nothing is left; `on`: go on reading. */
type Came = 'line' | 'paused' | 'end' | 'on';

/** What the reader expects next. */
type Phase = 'line' | 'key' | 'colon' | 'value' | 'string' | 'word' | 'inside' | 'comma' | 'end';

const SCALAR = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/;

/**
 * Reads JSON a line at a time, byte by byte, without recursion, and stops wherever it is told to. It does not check the content of strings:
 * text with control characters or broken UTF-8 is shown all the same.
 */
export class JsonReader {
  /** The open arrays and objects before the last line; after it, if it opened or closed one. */
  readonly stack = new JsonStack();
  /** Why the last line is not JSON. */
  fault: string | undefined;
  readonly #bytes: Uint8Array;
  readonly #longs: LongTexts;
  #at: number;
  #number = -1;
  #phase: Phase = 'line';
  /** Where the token that is being read begins. */
  #tokenFrom = -1;
  #from = 0;
  #keyTo: number | undefined;
  #valueFrom = 0;
  #valueTo = 0;
  #kind: JsonLineKind = 'broken';
  #depth = 0;
  #opener = 0;
  #hasComma = false;
  #isFirst = true;

  constructor(bytes: Uint8Array, longs: LongTexts) {
    this.#bytes = bytes;
    this.#longs = longs;
    // a byte-order mark
    this.#at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  }

  /** Where it goes on reading. */
  get at(): number {
    return this.#at;
  }

  /** The number of the last line; -1 before the first. */
  get number(): number {
    return this.#number;
  }

  get depth(): number {
    return this.#depth;
  }

  /** The line that was read last. */
  line(): JsonLine {
    const kind = this.#kind;
    return {
      number: this.#number,
      depth: this.#depth,
      kind,
      from: this.#from,
      keyTo: this.#keyTo,
      valueFrom: this.#valueFrom,
      valueTo: this.#valueTo,
      hasComma: this.#hasComma,
      parent: this.#depth === 0 ? undefined : this.stack.line(this.#depth - 1),
      opener: kind === 'close' ? this.#opener : undefined,
    };
  }

  /** Goes to a place between two lines that another reader reached. The caller has to restore the stack as well. */
  resume(number: number, at: number): void {
    this.#number = number - 1;
    this.#at = at;
    this.#phase = 'line';
    this.#tokenFrom = -1;
    this.#isFirst = true;
    this.#hasComma = false;
    this.fault = undefined;
  }

  /**
   * Reads the next line.
   *
   * @param until stops in the middle of a line once it is there
   * @returns `line` if a line was read, `paused` if `until` was reached within it, `end` if there is none
   */
  next(until = this.#bytes.length): 'line' | 'paused' | 'end' {
    for (;;) {
      if (this.#phase === 'end') return 'end';
      const came = this.#step(until);
      if (came !== 'on') return came;
    }
  }

  #step(until: number): Came {
    switch (this.#phase) {
      case 'string':
      case 'key':
        return this.#string(until);
      case 'word':
        return this.#word(until);
      case 'end':
        return 'end';
      default:
    }
    if (!this.#spaceEnd(until)) return 'paused';
    const byte = this.#bytes[this.#at];
    switch (this.#phase) {
      case 'line':
        return this.#begin(byte);
      case 'colon':
        if (byte !== COLON) return this.#broken('a colon is missing');
        this.#at += 1;
        return this.#expect('value');
      case 'value':
        return this.#value(byte);
      case 'inside':
        return this.#inside(byte);
      case 'comma':
        return this.#comma(byte);
      default:
        return this.#phase satisfies never;
    }
  }

  #expect(phase: Phase): 'on' {
    this.#phase = phase;
    return 'on';
  }

  #begin(byte: number | undefined): Came {
    const level = this.stack.depth;
    this.#from = this.#at;
    this.#keyTo = undefined;
    this.#depth = level;
    if (byte === undefined) return level > 0 ? this.#broken('it ends too early') : this.#nothing();
    if (level === 0) return this.#number < 0 ? this.#value(byte) : this.#broken('more follows');
    const isObject = this.#bytes[this.stack.bracket(level - 1)] === OPEN_OBJECT;
    if (byte === (isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) return this.#close();
    if (!this.#isFirst && !this.#hasComma) return this.#broken('a comma is missing');
    if (!isObject) return this.#value(byte);
    if (byte !== QUOTE) return this.#broken('a name is missing');
    return this.#token('key');
  }

  #nothing(): 'end' {
    this.#phase = 'end';
    return 'end';
  }

  #close(): 'line' | 'on' {
    if (this.#hasComma && !this.#isFirst) return this.#broken('nothing follows a comma');
    this.#opener = this.stack.line(this.stack.depth - 1);
    this.stack.pop();
    this.#depth = this.stack.depth;
    this.#valueFrom = this.#at;
    this.#at += 1;
    return this.#behind('close');
  }

  #value(byte: number | undefined): 'line' | 'on' {
    this.#valueFrom = this.#at;
    if (byte === QUOTE) return this.#token('string');
    if (byte !== OPEN_OBJECT && byte !== OPEN_ARRAY) {
      const isLetter = byte !== undefined && byte >= 0x61 && byte <= 0x7a;
      this.#kind = isLetter ? 'literal' : 'number';
      return this.#token('word');
    }
    this.#at += 1;
    return this.#expect('inside');
  }

  /** After an opening bracket. */
  #inside(byte: number | undefined): 'line' | 'on' {
    const isObject = this.#bytes[this.#valueFrom] === OPEN_OBJECT;
    if (byte === (isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) {
      this.#at += 1;
      return this.#behind(isObject ? 'empty-object' : 'empty-array');
    }
    if (this.stack.depth >= DEEPEST) return this.#broken(`more than ${DEEPEST} levels`);
    this.stack.count();
    this.stack.push(this.#number + 1, this.#from, this.#valueFrom);
    this.#kind = isObject ? 'object' : 'array';
    this.#valueTo = this.#valueFrom + 1;
    this.#hasComma = false;
    this.#isFirst = true;
    return this.#told();
  }

  /** After a value. */
  #behind(kind: JsonLineKind): 'line' | 'on' {
    if (kind !== 'close') this.stack.count();
    this.#kind = kind;
    this.#valueTo = this.#at;
    this.#hasComma = false;
    this.#isFirst = false;
    if (this.stack.depth > 0) return this.#expect('comma');
    return this.#told();
  }

  #comma(byte: number | undefined): 'line' {
    this.#hasComma = byte === COMMA;
    if (this.#hasComma) this.#at += 1;
    return this.#told();
  }

  #told(): 'line' {
    this.#number += 1;
    this.#phase = 'line';
    return 'line';
  }

  /** Takes everything from the beginning of the line on as broken. */
  #broken(fault: string): 'line' {
    this.fault = fault;
    this.#kind = 'broken';
    this.#depth = this.stack.depth;
    this.#keyTo = undefined;
    this.#valueFrom = this.#from;
    this.#valueTo = this.#bytes.length;
    this.#hasComma = false;
    this.#number += 1;
    this.#phase = 'end';
    return 'line';
  }

  #token(phase: 'key' | 'string' | 'word'): 'on' {
    this.#tokenFrom = this.#at;
    if (phase !== 'word') this.#at += 1;
    const known = this.#longs.endOf(this.#tokenFrom);
    if (known !== undefined) this.#at = phase === 'word' ? known : known - 1;
    return this.#expect(phase);
  }

  #string(until: number): Came {
    const bytes = this.#bytes;
    let at = this.#at;
    while (at < until && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
    this.#at = at;
    if (at >= bytes.length) return this.#broken('a string does not end');
    if (at >= until) return 'paused';
    this.#at += 1;
    this.#ended();
    if (this.#phase === 'string') return this.#behind('string');
    this.#keyTo = this.#at;
    return this.#expect('colon');
  }

  #word(until: number): Came {
    const bytes = this.#bytes;
    let at = this.#at;
    while (at < until && isOfWord(bytes[at] ?? 0)) at += 1;
    this.#at = at;
    if (at >= until && at < bytes.length) return 'paused';
    if (!this.#isScalar(at)) return this.#broken('no value');
    this.#ended();
    return this.#behind(this.#kind);
  }

  #isScalar(to: number): boolean {
    const bytes = this.#bytes;
    const from = this.#tokenFrom;
    // longer words are not checked
    if (to - from > LONG_BYTES) return true;
    let at = from;
    while (at < to && isDigit(bytes[at] ?? 0)) at += 1;
    // most are whole numbers
    if (at === to && (to - from === 1 || (to > from && bytes[from] !== ZERO))) return true;
    return SCALAR.test(String.fromCharCode(...bytes.subarray(from, to)));
  }

  #spaceEnd(until: number): boolean {
    const bytes = this.#bytes;
    if (!isSpace(bytes[this.#at])) return true;
    if (this.#tokenFrom === -1) {
      this.#tokenFrom = this.#at;
      this.#at = this.#longs.endOf(this.#at) ?? this.#at;
    }
    while (this.#at < until && isSpace(bytes[this.#at])) this.#at += 1;
    if (this.#at >= until && this.#at < bytes.length) return false;
    this.#ended();
    return true;
  }

  #ended(): void {
    if (this.#at - this.#tokenFrom > LONG_BYTES) this.#longs.found(this.#tokenFrom, this.#at);
    this.#tokenFrom = -1;
  }
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Whether a byte is a letter, a digit, or another character of numbers. */
function isOfWord(byte: number): boolean {
  return (
    isDigit(byte) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    byte === 0x2b ||
    byte === 0x2d ||
    byte === 0x2e
  );
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= 0x39;
}
