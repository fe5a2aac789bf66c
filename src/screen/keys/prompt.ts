import type { Canvas } from '../cells/canvas.js';
import { styleOf } from '../../report/style.js';
import type { StyledLine } from '../../report/styled-line.js';
import type { Action, ActionName } from './key-bindings.js';
import { Completing, type Completer } from './completing.js';
import { bindingsIn, keyName, typingAction } from './keymap.js';
import { LineEditor } from './line-editor.js';

/** The result of a key in a prompt. */
export type PromptEnd =
  { readonly type: 'open' } | { readonly type: 'left' } | { readonly type: 'done'; readonly action: Action };

/** Help for typing. */
export interface PromptHelp {
  /** Earlier arguments of this action, the oldest first. */
  readonly history: readonly string[];
  /** The first text in the prompt. */
  readonly text?: string | undefined;
  readonly complete?: Completer | undefined;
}

/** Asks for the argument of an action, in the last lines of the screen. */
export class Prompt {
  readonly #name: ActionName;
  readonly #editor: LineEditor;
  readonly #completing: Completing | undefined;

  constructor(name: ActionName, { history, text, complete }: PromptHelp) {
    this.#name = name;
    this.#editor = new LineEditor(text, history);
    this.#completing = complete && new Completing(this.#editor, complete);
  }

  /** The action with the text typed so far. */
  get action(): Action {
    return { name: this.#name, argument: this.#editor.text };
  }

  /** How many lines it takes. */
  get height(): number {
    return this.#completing?.isOpen === true ? 3 : 2;
  }

  /** @param text the text that the key types, if any */
  key(name: string, text: string | undefined): PromptEnd {
    if (name === 'escape' || name === 'C-c') return { type: 'left' };
    if (name === 'enter') return { type: 'done', action: this.action };
    const typing = typingAction(name);
    if (typing === 'complete') this.#completing?.take(1);
    else if (typing === 'complete-back') this.#completing?.take(-1);
    else {
      if (!this.#editor.key(name) && text !== undefined) this.#editor.insert(text);
      this.#completing?.again();
    }
    return { type: 'open' };
  }

  paste(text: string): void {
    this.#editor.insert(text);
    this.#completing?.again();
  }

  /** @param canvas a canvas of its height @param review what is wrong with the typed text, shown below it */
  paint(canvas: Canvas, review: StyledLine | undefined): void {
    const top = this.height - 2;
    if (top > 0) this.#completing?.paint(canvas);
    const label = `${this.#name}> `;
    const room = canvas.width - label.length - 1;
    // a long line is scrolled to the cursor
    const hidden = Math.max(0, this.#editor.before.length - room);
    let x = canvas.text(0, top, label, styleOf('key'));
    x = canvas.text(x, top, this.#editor.before.slice(hidden));
    canvas.park(x, top, true);
    canvas.text(x, top, this.#editor.after);
    if (review === undefined) canvas.lineAtRight(top + 1, this.#hints());
    else canvas.line(label.length - hidden, top + 1, review);
  }

  /** The keys that matter most while one types. */
  #hints(): StyledLine {
    return bindingsIn(['typing']).flatMap(({ action, context, keys: [key = ''], footer }) => {
      if (context !== 'typing' || footer === undefined) return [];
      if (action === 'complete' && this.#completing === undefined) return [];
      return [
        { text: keyName(key), role: 'key' },
        { text: ` ${footer}  `, role: 'dim' },
      ];
    });
  }
}
