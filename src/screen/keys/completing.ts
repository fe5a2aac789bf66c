import type { Canvas } from '../cells/canvas.js';
import { INVERSE, styleOf } from '../../report/style.js';
import type { Completion } from '../../filter/complete-filter.js';
import type { LineEditor } from './line-editor.js';

/** What may be meant where the cursor stands in a text. */
export type Completer = (text: string, cursor: number) => Completion;

/** Completes what is typed: all that may be meant is shown, and taken one after the other. */
export class Completing {
  readonly #editor: LineEditor;
  readonly #complete: Completer;
  #completion: Completion;
  /** Which candidate stands in the text; undefined as long as none was taken. */
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

  /** Something else was typed: other candidates. */
  again(): void {
    this.#taken = undefined;
    this.#completion = this.#now();
  }

  /** What all have in common; where that is there already, one after the other. @param by 1, or -1 for the one before */
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

  /** In one line; where there is no room for all, those around the one that was taken. */
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
    // what stands there already is no choice
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
