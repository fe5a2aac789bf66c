import { StringDecoder } from 'node:string_decoder';
import { keyOfCharacter, keyOfSequence, mouseOfSequence, type Key, type Mouse } from './key-sequences.js';

/** Receives keys, pastes and clicks. */
export interface InputListener {
  key(key: Key): void;
  paste(text: string): void;
  mouse(mouse: Mouse): void;
}

/** How long to wait for the rest of an escape sequence, in ms. An Esc key alone is reported after this time. */
const SEQUENCE_MS = 50;
/** A paste without an end is over after this much silence, in ms. */
const PASTE_MS = 1000;
/** The longest text that can be pasted, in characters. */
const MOST_PASTED = 1 << 20;
/** The longest reply of a terminal, in characters. Longer input is not taken for a reply. */
const LONGEST_SEQUENCE = 1 << 16;

const PASTE_BEGIN = '\u001b[200~';
const PASTE_END = '\u001b[201~';

/**
 * Turns the bytes of a terminal into keys, clicks and pastes. Only complete and known sequences get through: pieces are put together,
 * pasted text never counts as keys, and replies of the terminal are dropped.
 */
export class InputFilter {
  readonly #listener: InputListener;
  readonly #decoder = new StringDecoder('utf8');
  #pending = '';
  /** The text that is being pasted. */
  #pasted: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(listener: InputListener) {
    this.#listener = listener;
  }

  /** Takes the next bytes of the terminal. */
  feed(bytes: Uint8Array): void {
    clearTimeout(this.#timer);
    this.#pending += this.#decoder.write(Buffer.from(bytes));
    while (this.#pending !== '' || this.#pasted !== undefined) {
      const isDone = this.#pasted === undefined ? this.#takeKey() : this.#takePasted(this.#pasted);
      if (isDone) continue;
      this.#waitForMore();
      return;
    }
  }

  /** Forgets unfinished input: nothing more is reported. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#pending = '';
    this.#pasted = undefined;
  }

  #waitForMore(): void {
    const isPaste = this.#pasted !== undefined;
    this.#timer = setTimeout(
      () => {
        if (isPaste) this.#breakPaste();
        else this.#giveUp();
      },
      isPaste ? PASTE_MS : SEQUENCE_MS,
    );
  }

  /** @returns false if the rest has to come first */
  #takeKey(): boolean {
    if (!this.#pending.startsWith('\u001b')) {
      const character = String.fromCodePoint(this.#pending.codePointAt(0) ?? 0);
      this.#pending = this.#pending.slice(character.length);
      this.#press(keyOfCharacter(character));
      return true;
    }
    const whole = WHOLE_SEQUENCE.exec(this.#pending)?.[0];
    if (whole !== undefined) {
      this.#pending = this.#pending.slice(whole.length);
      this.#takeSequence(whole);
      return true;
    }
    if (this.#pending.length < LONGEST_SEQUENCE && BEGUN_SEQUENCE.test(this.#pending)) return false;
    // Esc, and then another key: no key needs Alt
    this.#pending = this.#pending.slice(1);
    this.#press({ name: 'escape' });
    return true;
  }

  #takeSequence(sequence: string): void {
    if (sequence === PASTE_BEGIN) {
      this.#pasted = '';
      return;
    }
    this.#press(keyOfSequence(sequence));
    const mouse = mouseOfSequence(sequence);
    if (mouse !== undefined) this.#listener.mouse(mouse);
  }

  #takePasted(before: string): boolean {
    const end = this.#pending.indexOf(PASTE_END);
    // keep the last characters: they may be the first piece of the end marker
    const taken = end === -1 ? Math.max(0, this.#pending.length - PASTE_END.length + 1) : end;
    this.#pasted = (before + this.#pending.slice(0, taken)).slice(0, MOST_PASTED);
    this.#pending = this.#pending.slice(taken);
    if (end === -1) return false;
    this.#pending = this.#pending.slice(PASTE_END.length);
    this.#endPaste();
    return true;
  }

  #endPaste(): void {
    const text = this.#pasted ?? '';
    this.#pasted = undefined;
    this.#listener.paste(text.replace(/\r\n?/g, '\n'));
  }

  /** Ends a paste whose end did not come. */
  #breakPaste(): void {
    this.#pasted = (this.#pasted ?? '') + this.#pending;
    this.#pending = '';
    this.#endPaste();
  }

  /** Gives up waiting for the rest: it was an Esc key, or a sequence that was cut off. */
  #giveUp(): void {
    const pending = this.#pending;
    this.#pending = '';
    if (pending.length > 2) return;
    for (const character of pending) this.#press(keyOfCharacter(character));
  }

  #press(key: Key | undefined): void {
    if (key !== undefined) this.#listener.key(key);
  }
}

const ESC = '\\u001b';
const STRING_END = `(?:\\u0007|${ESC}\\\\)`;

/** Complete sequences (ECMA-48 5.4, and the additions of terminals). */
const WHOLE_SEQUENCE = new RegExp(
  `^${ESC}(?:${[
    // the mouse protocol of 1987, in case a terminal uses it unasked: three characters that are not keys
    '\\[M[^]{3}',
    // function keys of the Linux console
    '\\[\\[[A-E]',
    '\\[(?!M|\\[)[0-?]*[ -/]*[@-~]',
    'O[0-9;]*[A-Za-z]',
    `[\\]PX^_][^\\u0007\\u001b]*${STRING_END}`,
  ].join('|')})`,
);
const BEGUN_SEQUENCE = new RegExp(
  `^${ESC}(?:\\[(?:[0-?]*[ -/]*|M[^]{0,2}|\\[)|O[0-9;]*|[\\]PX^_][^\\u0007\\u001b]*${ESC}?)?$`,
);
