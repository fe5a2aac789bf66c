import { spellingOf, type Charset } from './sanitise.js';
import { isWide } from './width.js';

/** Further marks on one character get cells of their own. */
const MOST_MARKS = 4;

/** Carries a mark that has no character before it. */
const MARK_CARRIER = '◌';

const NOT_ASCII = '?';

/** Code points below this never combine with the one before. */
const FIRST_MARK = 0x300;

const ZERO_WIDTH_JOINER = 0x200d;
/** Variation selectors 15 and 16: as text, as an emoji. */
const FIRST_PRESENTATION = 0xfe0e;
const LAST_PRESENTATION = 0xfe0f;
const FIRST_SKIN_TONE = 0x1f3fb;
const LAST_SKIN_TONE = 0x1f3ff;
const FIRST_FLAG_LETTER = 0x1f1e6;
const LAST_FLAG_LETTER = 0x1f1ff;

/** The characters of ASCII as strings, made once. */
const ASCII = Array.from({ length: 0x7f }, (_, code) => String.fromCharCode(code));

/**
 * Reads a text cell by cell, in a form that every terminal shows in the same way. Control characters are spelled out, and marks stay with
 * their character. Parts of emoji that only some terminals can draw are left out: joiners, skin tones and flags (which become letters). It
 * reads no further than necessary.
 */
export class Clusters {
  /** The content of the cell, after {@link next}: one character and its marks. */
  text = '';
  /** How many cells it takes. */
  width: 1 | 2 = 1;
  readonly #source: string;
  readonly #charset: Charset;
  #at = 0;
  #spelling = '';
  #spelledTo = 0;

  constructor(source: string, charset: Charset) {
    this.#source = source;
    this.#charset = charset;
  }

  /**
   * How much of the source the cells up to this one show. If a character is spelled out in several cells, it counts with the last of them.
   */
  get at(): number {
    return this.#at;
  }

  /** Whether the next cell continues the spelling of the same character. */
  get isSpelling(): boolean {
    return this.#spelledTo < this.#spelling.length;
  }

  /** Goes on to the next cell. @returns whether there is one */
  next(): boolean {
    if (this.#spelledTo < this.#spelling.length) return this.#spellOn();
    if (this.#at >= this.#source.length) return false;
    const code = this.#source.charCodeAt(this.#at);
    // at the end, the comparison with NaN is false too
    if (code < 0x20 || code > 0x7e || this.#source.charCodeAt(this.#at + 1) >= FIRST_MARK) return this.#read();
    this.#at += 1;
    this.text = ASCII[code] ?? '';
    this.width = 1;
    return true;
  }

  #read(): boolean {
    const point = this.#take();
    if (isMark(point)) return this.#show(MARK_CARRIER + String.fromCodePoint(point) + this.#takeMarks(1));
    const syllable = this.#takeSyllable(point);
    const spelling = spellingOf(syllable, this.#charset);
    if (spelling !== undefined) {
      this.#spelling = spelling;
      this.#spelledTo = 0;
      return this.#spellOn();
    }
    const base = String.fromCodePoint(isFlagLetter(point) ? point - FIRST_FLAG_LETTER + 0x41 : syllable);
    this.#skipPresentation(base);
    const marks = this.#takeMarks(0);
    this.#skipJoiner(base);
    return this.#show(marks === '' ? base : (base + marks).normalize('NFC'));
  }

  #show(text: string): boolean {
    const isShown = this.#charset === 'utf-8' || (text.length === 1 && text <= '~');
    this.text = isShown ? text : NOT_ASCII;
    this.width = isWide(this.text.codePointAt(0) ?? 0) ? 2 : 1;
    return true;
  }

  #spellOn(): boolean {
    this.text = this.#spelling.charAt(this.#spelledTo);
    this.width = 1;
    this.#spelledTo += 1;
    return true;
  }

  #peek(): number {
    return this.#source.codePointAt(this.#at) ?? -1;
  }

  #take(): number {
    const point = this.#peek();
    this.#at += point > 0xffff ? 2 : 1;
    return point;
  }

  #takeMarks(already: number): string {
    let marks = '';
    for (let count = already; count < MOST_MARKS && isMark(this.#peek()); count += 1) {
      marks += String.fromCodePoint(this.#take());
    }
    return marks;
  }

  /** Joins a syllable of Hangul that is written in parts (Unicode 3.12); takes any other code point unchanged. */
  #takeSyllable(point: number): number {
    const [lead, vowel] = [point - 0x1100, this.#peek() - 0x1161];
    if (lead < 0 || lead > 18 || vowel < 0 || vowel > 20) return point;
    this.#take();
    const final = this.#peek() - 0x11a7;
    const hasFinal = final > 0 && final < 28;
    if (hasFinal) this.#take();
    return 0xac00 + (lead * 21 + vowel) * 28 + (hasFinal ? final : 0);
  }

  /** Skips the presentation of an emoji (colour or text) and its skin tone, at most one of each: more could hide a message. */
  #skipPresentation(base: string): void {
    if (this.#peek() < FIRST_PRESENTATION || !EMOJI.test(base)) return;
    if (this.#peek() === FIRST_PRESENTATION || this.#peek() === LAST_PRESENTATION) this.#take();
    if (this.#peek() >= FIRST_SKIN_TONE && this.#peek() <= LAST_SKIN_TONE) this.#take();
  }

  /** Skips the joiner between two emoji. */
  #skipJoiner(base: string): void {
    if (this.#peek() !== ZERO_WIDTH_JOINER || !PICTOGRAPH.test(base)) return;
    const joined = this.#source.codePointAt(this.#at + 1) ?? 0;
    if (PICTOGRAPH.test(String.fromCodePoint(joined))) this.#take();
  }
}

/** How many cells a text takes. @param atMost where counting may stop: the result is then this or one more */
export function widthOf(text: string, charset: Charset, atMost = Infinity): number {
  const clusters = new Clusters(text, charset);
  let width = 0;
  while (width < atMost && clusters.next()) width += clusters.width;
  return width;
}

const EMOJI = /^\p{Emoji}$/u;
const PICTOGRAPH = /^\p{Extended_Pictographic}$/u;
const MARK = /^[\p{Mn}\p{Me}]$/u;

function isMark(point: number): boolean {
  // quick check: the ranges that most texts consist of are not affected
  if (point < FIRST_MARK || (point >= 0x3100 && point < 0xa66f) || (point >= 0xac00 && point < 0xd7a4)) return false;
  return spellingOf(point, 'utf-8') === undefined && MARK.test(String.fromCodePoint(point));
}

function isFlagLetter(point: number): boolean {
  return point >= FIRST_FLAG_LETTER && point <= LAST_FLAG_LETTER;
}
