import { typingAction } from './keymap.js';

/** One line that a person types, with a cursor. Pasted newlines become blanks. */
export class LineEditor {
  #text: string;
  #cursor: number;
  readonly #history: readonly string[];
  #at: number;
  /** The typed text, while older lines are shown. */
  #draft = '';

  /** @param history earlier lines, the oldest first */
  constructor(text = '', history: readonly string[] = []) {
    this.#text = text;
    this.#cursor = text.length;
    this.#history = history;
    this.#at = history.length;
  }

  get text(): string {
    return this.#text;
  }

  /** The text before the cursor. */
  get before(): string {
    return this.#text.slice(0, this.#cursor);
  }

  get after(): string {
    return this.#text.slice(this.#cursor);
  }

  insert(text: string): void {
    const flat = text.replaceAll(/[\r\n\t]+/g, ' ');
    this.replace(this.#cursor, this.#cursor, flat);
  }

  /** Replaces a part of the text; the cursor is then after it. */
  replace(start: number, end: number, text: string): void {
    this.#set(this.#text.slice(0, start) + text + this.#text.slice(end), start + text.length);
  }

  /** @param name the name of the key @returns false if the key does not edit */
  key(name: string): boolean {
    const { before, after } = this;
    switch (typingAction(name)) {
      case 'delete-back':
        this.#set(before.slice(0, -lengthOfLast(before)) + after, this.#cursor - lengthOfLast(before));
        return true;
      case 'delete-on':
        this.#set(before + after.slice(lengthOfFirst(after)), this.#cursor);
        return true;
      case 'delete-word': {
        const left = before.replace(/\S*\s*$/, '');
        this.#set(left + after, left.length);
        return true;
      }
      case 'delete-before':
        this.#set(after, 0);
        return true;
      case 'delete-behind':
        this.#set(before, this.#cursor);
        return true;
      default:
        return this.#move(name);
    }
  }

  #move(name: string): boolean {
    const { before, after } = this;
    switch (typingAction(name)) {
      case 'left':
        this.#cursor -= lengthOfLast(before);
        return true;
      case 'right':
        this.#cursor += lengthOfFirst(after);
        return true;
      case 'word-left':
        this.#cursor = before.replace(/\S*\s*$/, '').length;
        return true;
      case 'word-right':
        this.#cursor += /^\s*\S*/.exec(after)?.[0].length ?? 0;
        return true;
      case 'line-start':
        this.#cursor = 0;
        return true;
      case 'line-end':
        this.#cursor = this.#text.length;
        return true;
      case 'older':
        this.#recall(-1);
        return true;
      case 'newer':
        this.#recall(1);
        return true;
      default:
        return false;
    }
  }

  #recall(by: number): void {
    if (this.#at === this.#history.length) this.#draft = this.#text;
    this.#at = Math.min(Math.max(0, this.#at + by), this.#history.length);
    const text = this.#history[this.#at] ?? this.#draft;
    this.#set(text, text.length);
  }

  #set(text: string, cursor: number): void {
    this.#text = text;
    this.#cursor = Math.max(0, cursor);
  }
}

/** The length of the first character, which may have two code units; 0 if there is none. */
function lengthOfFirst(text: string): number {
  return String.fromCodePoint(text.codePointAt(0) ?? 0).length * Math.sign(text.length);
}

function lengthOfLast(text: string): number {
  return Array.from(text.slice(-2)).at(-1)?.length ?? 0;
}
