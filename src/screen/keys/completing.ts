import type { Canvas } from '../cells/canvas.js';
import { INVERSE, styleOf } from '../../report/style.js';
import type { Completion } from '../../filter/complete-filter.js';
import type { LineEditor } from './line-editor.js';

/** Finds what can be typed at the cursor of a text. */
export type Completer = (text: string, cursor: number) => Completion;

/** Completes the typed text: it shows all candidates, and takes one after the other. */
export class Completing {
  readonly #editor: LineEditor;
  readonly #complete: Completer;
  #completion: Completion;
  /** The candidate that is in the text now; undefined if none was taken. */
  #taken: number | undefined;

  constructor(editor: LineEditor, complete: Completer) {
    this.#editor = editor;
    this.#complete = complete;
    this.#completion = this.#now();
  }

  /** Whether there is anything to choose. */
  get isOpen(): boolean {
    return this.#completion.candidates.length > 0;
  }

  /** The text has changed: finds new candidates. */
  again(): void {
    this.#taken = undefined;
    this.#completion = this.#now();
  }

  /**
   * Completes the common beginning of all candidates; if that is typed already, takes the next candidate. @param by 1, or -1 for the
   * previous one
   */
  take(by: 1 | -1): void {
    const { start, candidates } = this.#completion;
    if (candidates.length === 0) return;
    if (this.#taken === undefined) {
      const common = commonStart(candidates);
      if (candidates.length === 1 || (by === 1 && common.length > this.#editor.before.length - start)) {
        this.#put(common);
        this.again();
        return;
      }
    }
    const from = this.#taken ?? (by === 1 ? -1 : 0);
    this.#taken = (from + by + candidates.length) % candidates.length;
    this.#put(candidates[this.#taken] ?? '');
  }

  /** Paints the candidates in one line; if they do not all fit, those around the current one. */
  paint(canvas: Canvas): void {
    const { candidates } = this.#completion;
    let first = 0;
    const endOf = (from: number, to: number) =>
      candidates.slice(from, to + 1).reduce((sum, each) => sum + canvas.widthOf(each) + 2, LABEL.length);
    while (first < (this.#taken ?? 0) && endOf(first, this.#taken ?? 0) > canvas.width) first += 1;
    let x = canvas.text(0, 0, LABEL, styleOf('dim'));
    for (const [i, candidate] of candidates.entries()) {
      if (i < first || x >= canvas.width) continue;
      x = canvas.text(x, 0, candidate, styleOf(i === this.#taken ? 'key' : 'dim', i === this.#taken ? INVERSE : 0)) + 2;
    }
  }

  #put(text: string): void {
    const { start, candidates } = this.#completion;
    const end = this.#editor.before.length;
    this.#editor.replace(start, end, text);
    this.#completion = { start, end: start + text.length, candidates };
  }

  #now(): Completion {
    const { before, text } = this.#editor;
    const completion = this.#complete(text, before.length);
    const { start, candidates } = completion;
    // the only candidate is typed already, so there is nothing to choose
    return candidates.length === 1 && candidates[0] === before.slice(start)
      ? { ...completion, candidates: [] }
      : completion;
  }
}

const LABEL = ' Tab: ';

function commonStart([first = '', ...others]: readonly string[]): string {
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
}
