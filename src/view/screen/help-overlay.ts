import type { Canvas } from '../cells/canvas.js';
import { BOLD, styleOf } from '../cells/style.js';
import type { StyledLine } from '../cells/styled-line.js';
import type { ActionName } from './bindings.js';
import { bindingsIn, CONTEXT_TITLES, keyName, type Binding, type KeyContext } from './keymap.js';

const KEYS_WIDTH = 14;

/** All keys that hold where a person is, over what they look at. */
export class HelpOverlay {
  readonly #contexts: readonly KeyContext[];
  readonly #twins: readonly string[];
  #top = 0;
  #height = 1;

  /** @param twins line commands that show the same */
  constructor(contexts: readonly KeyContext[], twins: readonly string[]) {
    this.#contexts = contexts;
    this.#twins = twins;
  }

  /** @returns false where the key closes it */
  key(name: string): boolean {
    const by: Readonly<Record<string, number>> = {
      j: 1,
      down: 1,
      k: -1,
      up: -1,
      pagedown: this.#height,
      space: this.#height,
      pageup: -this.#height,
    };
    const step = by[name];
    if (step === undefined) return false;
    this.#top = Math.max(0, this.#top + step);
    return true;
  }

  paint(canvas: Canvas): void {
    const { glyphs, width, height } = canvas;
    canvas.fill({ x: 0, y: 0, width, height }, 0);
    canvas.text(0, 0, glyphs.horizontal.repeat(width), styleOf('punctuation'));
    canvas.text(2, 0, ' Keys ', styleOf('title', BOLD));
    const columns = width >= 80 ? 2 : 1;
    const lines = this.#lines(glyphs.isAscii ? '|' : glyphs.vertical);
    const each = Math.ceil(lines.length / columns);
    this.#height = height - 2 - this.#twins.length;
    this.#top = Math.min(this.#top, Math.max(0, each - this.#height));
    const columnWidth = Math.floor(width / columns);
    for (let column = 0; column < columns; column += 1) {
      const part = canvas.part({ x: column * columnWidth + 1, y: 1, width: columnWidth - 2, height: this.#height });
      const from = column * each + this.#top;
      const shown = lines.slice(from, Math.min(from + this.#height, (column + 1) * each));
      for (const [y, line] of shown.entries()) part.line(0, y, line);
    }
    this.#paintTwins(canvas);
    const more = each > this.#height ? 'j k scroll   ' : '';
    canvas.text(0, height - 1, ` ${more}any other key closes`, styleOf('dim'));
  }

  #paintTwins(canvas: Canvas): void {
    for (const [i, text] of this.#twins.entries()) {
      const label = i === 0 ? ' Same as (Y copies): ' : ' and'.padEnd(21);
      const y = canvas.height - 1 - this.#twins.length + i;
      canvas.line(0, y, [
        { text: label, role: 'dim' },
        { text, role: 'string' },
      ]);
    }
  }

  #lines(between: string): StyledLine[] {
    const lines: StyledLine[] = [];
    for (const context of [...this.#contexts, 'global' as const, 'typing' as const]) {
      if (lines.length > 0) lines.push([]);
      lines.push([{ text: CONTEXT_TITLES[context], role: 'title', emphasis: BOLD }]);
      for (const { keys, help, action } of bindingsOf(context)) {
        const names = keys.length === 0 ? `:${action}` : keys.map(keyName).join(' ');
        lines.push([{ text: ` ${names.padEnd(KEYS_WIDTH)}`, role: 'key' }, { text: help }]);
      }
    }
    const [client, agent] = ['client to agent', 'agent to client'];
    lines.push([], [{ text: 'Signs', role: 'title', emphasis: BOLD }]);
    lines.push([{ text: ` error ${between} warning ${between} info stand at the left; C and A: ${client}, ${agent}` }]);
    return lines;
  }
}

/** Where one types only what is not the same everywhere. */
function bindingsOf(context: KeyContext): readonly Binding<ActionName>[] {
  const own = bindingsIn([context]).filter((each) => each.context === context);
  return context === 'typing' ? own.filter(({ footer }) => footer !== undefined) : own;
}
