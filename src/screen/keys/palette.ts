import type { Canvas } from '../cells/canvas.js';
import { INVERSE, styleOf } from '../../report/style.js';
import type { Action, ActionName } from './key-bindings.js';
import { bindingsIn, keyName } from './keymap.js';
import type { Binding, KeyContext } from './binding.js';
import { LineEditor } from './line-editor.js';
import { rankOf } from './palette-rank.js';

/** The result of a key in the palette. */
export type PaletteEnd =
  { readonly type: 'open' } | { readonly type: 'left' } | { readonly type: 'done'; readonly action: Action };

/** Every action at the current place, found by a part of its name or help. An argument can follow. Recently used actions come first. */
export class Palette {
  readonly #bindings: readonly Binding<ActionName>[];
  readonly #editor: LineEditor;
  #selected = 0;

  /** @param history earlier actions with their arguments, the oldest first */
  constructor(contexts: readonly KeyContext[], history: readonly string[]) {
    const lately = history.map((text) => text.split(' ', 1)[0]);
    const all = bindingsIn(contexts).filter(({ action }) => action !== 'palette');
    this.#bindings = [...all].sort((a, b) => lately.lastIndexOf(b.action) - lately.lastIndexOf(a.action));
    this.#editor = new LineEditor('', history);
  }

  key(name: string, text: string | undefined): PaletteEnd {
    const found = this.#found();
    if (name === 'escape' || name === 'C-c') return { type: 'left' };
    if (name === 'down') this.#selected = Math.min(this.#selected + 1, Math.max(0, found.length - 1));
    else if (name === 'up' && this.#selected > 0) this.#selected -= 1;
    else if (name === 'enter') return this.#chosen(found);
    else if (name === 'tab') this.#complete(found[this.#selected]);
    else {
      if (!this.#editor.key(name) && text !== undefined) this.#editor.insert(text);
      this.#selected = 0;
    }
    return { type: 'open' };
  }

  paste(text: string): void {
    this.#editor.insert(text);
    this.#selected = 0;
  }

  /** Paints the list upwards from the line that is typed. */
  paint(canvas: Canvas): void {
    const { width, height } = canvas;
    const found = this.#found();
    const room = Math.min(height - 1, 12);
    const from = Math.max(0, this.#selected - room + 1);
    const shown = found.slice(from, from + room);
    const top = height - 1 - shown.length;
    canvas.fill({ x: 0, y: top, width, height: height - top }, 0);
    for (const [i, binding] of shown.entries()) this.#paintLine(canvas, top + i, binding, from + i === this.#selected);
    const x = canvas.text(0, height - 1, `: ${this.#editor.before}`, styleOf('key'));
    canvas.park(x, height - 1, true);
    canvas.text(x, height - 1, this.#editor.after);
    const count = found.length === 0 ? 'no such command here' : `${this.#selected + 1}/${found.length}`;
    canvas.lineAtRight(height - 1, [{ text: ` ${count} `, role: found.length === 0 ? 'error' : 'dim' }]);
  }

  /** Completes the name of an action; an argument may follow. */
  #complete(binding: Binding<ActionName> | undefined): void {
    if (binding === undefined) return;
    const text = binding.argument === undefined ? binding.action : `${binding.action} `;
    this.#editor.replace(0, this.#editor.text.length, text);
    this.#selected = 0;
  }

  #paintLine(canvas: Canvas, y: number, binding: Binding<ActionName>, isSelected: boolean): void {
    const { action, argument = '', help, keys } = binding;
    const base = isSelected ? INVERSE : 0;
    if (isSelected) canvas.fill({ x: 0, y, width: canvas.width, height: 1 }, styleOf('plain', base));
    canvas.text(1, y, `${action} ${argument}`, styleOf('key', base));
    const helpAt = Math.min(36, Math.floor(canvas.width / 2));
    canvas.text(helpAt, y, ` ${help}`, styleOf('plain', base));
    canvas.lineAtRight(y, [{ text: ` ${keys.map(keyName).join(' ')} `, role: 'dim' }], base);
  }

  /** The actions that fit the typed text, the likeliest first. */
  #found(): readonly Binding<ActionName>[] {
    const [name = '', ...argument] = this.#editor.text.trim().toLowerCase().split(/\s+/);
    const exact = this.#bindings.filter(({ action }) => action === name);
    if (exact.length > 0 && argument.length > 0) return exact;
    const ranked = this.#bindings.flatMap((binding) => {
      const rank = rankOf([name, ...argument], binding);
      return rank === undefined ? [] : [{ binding, rank }];
    });
    return ranked.sort((a, b) => a.rank - b.rank).map(({ binding }) => binding);
  }

  #chosen(found: readonly Binding<ActionName>[]): PaletteEnd {
    const binding = found[this.#selected];
    if (binding === undefined) return { type: 'open' };
    const [name, argument = ''] = /^(\S+)\s+(.+)$/.exec(this.#editor.text.trim())?.slice(1) ?? [];
    const isArgument = binding.argument !== undefined && name === binding.action;
    return { type: 'done', action: { name: binding.action, argument: isArgument ? argument : undefined } };
  }
}
