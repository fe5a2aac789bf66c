/** One line that a person types, with a cursor. What is pasted comes in whole, newlines as blanks. */
export class LineEditor {
  #text: string;
  #cursor: number;
  readonly #history: readonly string[];
  #at: number;

  /** @param history what was typed before, the oldest first */
  constructor(text = '', history: readonly string[] = []) {
    this.#text = text;
    this.#cursor = text.length;
    this.#history = history;
    this.#at = history.length;
  }

  get text(): string {
    return this.#text;
  }

  /** What stands before the cursor. */
  get before(): string {
    return this.#text.slice(0, this.#cursor);
  }

  get after(): string {
    return this.#text.slice(this.#cursor);
  }

  insert(text: string): void {
    const flat = text.replaceAll(/[\r\n\t]+/g, ' ');
    this.#set(this.before + flat + this.after, this.#cursor + flat.length);
  }

  /** @returns false where the key edits nothing */
  key(name: string): boolean {
    switch (name) {
      case 'backspace':
      case 'C-h':
        this.#set(this.before.slice(0, -1) + this.after, Math.max(0, this.#cursor - 1));
        return true;
      case 'delete':
        this.#set(this.before + this.after.slice(1), this.#cursor);
        return true;
      case 'C-w': {
        const before = this.before.replace(/\S*\s*$/, '');
        this.#set(before + this.after, before.length);
        return true;
      }
      case 'C-u':
        this.#set(this.after, 0);
        return true;
      case 'C-k':
        this.#set(this.before, this.#cursor);
        return true;
      default:
        return this.#move(name);
    }
  }

  #move(name: string): boolean {
    switch (name) {
      case 'left':
        this.#cursor = Math.max(0, this.#cursor - 1);
        return true;
      case 'right':
        this.#cursor = Math.min(this.#text.length, this.#cursor + 1);
        return true;
      case 'home':
      case 'C-a':
        this.#cursor = 0;
        return true;
      case 'end':
      case 'C-e':
        this.#cursor = this.#text.length;
        return true;
      case 'up':
      case 'down':
        this.#recall(name === 'up' ? -1 : 1);
        return true;
      default:
        return false;
    }
  }

  #recall(by: number): void {
    this.#at = Math.min(Math.max(0, this.#at + by), this.#history.length);
    const text = this.#history[this.#at] ?? '';
    this.#set(text, text.length);
  }

  #set(text: string, cursor: number): void {
    this.#text = text;
    this.#cursor = cursor;
  }
}
