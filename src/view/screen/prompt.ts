import type { Canvas } from '../cells/canvas.js';
import { styleOf } from '../cells/style.js';
import type { StyledLine } from '../cells/styled-line.js';
import type { Action, ActionName } from './bindings.js';
import { LineEditor } from './line-editor.js';

/** What a prompt leads to. */
export type PromptEnd =
  { readonly type: 'open' } | { readonly type: 'left' } | { readonly type: 'done'; readonly action: Action };

/** Asks for the argument of an action, in the last lines of the screen. */
export class Prompt {
  readonly #name: ActionName;
  readonly #editor: LineEditor;

  /** @param history what was typed for this action before */
  constructor(name: ActionName, history: readonly string[], text = '') {
    this.#name = name;
    this.#editor = new LineEditor(text, history);
  }

  /** What is typed so far. */
  get action(): Action {
    return { name: this.#name, argument: this.#editor.text };
  }

  /** @param text what the key types, where it types something */
  key(name: string, text: string | undefined): PromptEnd {
    if (name === 'escape' || name === 'C-c') return { type: 'left' };
    if (name === 'enter') return { type: 'done', action: this.action };
    if (!this.#editor.key(name) && text !== undefined) this.#editor.insert(text);
    return { type: 'open' };
  }

  paste(text: string): void {
    this.#editor.insert(text);
  }

  /** @param review what is wrong with what is typed, below it */
  paint(canvas: Canvas, review: StyledLine | undefined): void {
    const label = `${this.#name}> `;
    const room = canvas.width - label.length - 1;
    // a long line is seen where the cursor is
    const hidden = Math.max(0, this.#editor.before.length - room);
    let x = canvas.text(0, 0, label, styleOf('key'));
    x = canvas.text(x, 0, this.#editor.before.slice(hidden));
    canvas.park(x, 0, true);
    canvas.text(x, 0, this.#editor.after);
    if (review !== undefined) canvas.line(label.length - hidden, 1, review);
  }
}
