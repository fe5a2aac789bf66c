/** A line is cut after this many characters, so that invisible text need not be measured. */
const LONGEST = 2_000;

/** The lines of a text, stored as offsets: even with millions of lines, none is made before it is visible. */
export class TextLines {
  readonly text: string;
  readonly #starts: number[] = [];

  /** @param text text after its last newline is a line, unless it is empty */
  constructor(text: string) {
    this.text = text.replace(/\n+$/, '');
    let start = 0;
    for (;;) {
      const newline = this.text.indexOf('\n', start);
      const end = newline === -1 ? this.text.length : newline;
      this.#starts.push(start);
      for (let at = start + LONGEST; at < end; at += LONGEST) this.#starts.push(this.#between(at));
      if (newline === -1) break;
      start = newline + 1;
    }
  }

  get count(): number {
    return this.#starts.length;
  }

  line(index: number): string {
    const start = this.#starts[index] ?? 0;
    const end = this.#starts[index + 1] ?? this.text.length;
    return this.text
      .slice(start, end)
      .replace(/\r?\n$/, '')
      .replaceAll('\t', '    ');
  }

  /** The line that contains a character. */
  lineAt(offset: number): number {
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  /** Moves a place that would cut a surrogate pair in two. */
  #between(at: number): number {
    const code = this.text.charCodeAt(at);
    return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
  }
}
