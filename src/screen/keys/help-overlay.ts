import type { Canvas } from '../cells/canvas.js';
import type { Glyphs } from '../../report/glyphs.js';
import { BOLD, styleOf, type Role } from '../../report/style.js';
import type { StyledLine } from '../../report/styled-line.js';
import { PART_ROLES, PARTS, partSigns } from '../../report/statistics/turn-split.js';
import type { ActionName } from './key-bindings.js';
import { bindingsIn, CONTEXT_TITLES, keyName } from './keymap.js';
import type { Binding, KeyContext } from './binding.js';

/** The width of the column of keys; their meaning follows. */
const MOST_KEYS = 14;

/** An overlay with all keys that work at the current place. */
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

  /** @returns false if the key closes it */
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
    const lines = this.#lines(glyphs);
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

  #lines(glyphs: Glyphs): StyledLine[] {
    const sections = [...this.#contexts, 'global' as const, 'typing' as const].map((context) => ({
      title: CONTEXT_TITLES[context],
      of: bindingsOf(context),
    }));
    const longest = Math.max(...sections.flatMap(({ of }) => of.map((binding) => namesOf(binding).length)));
    const width = Math.min(MOST_KEYS, longest + 2);
    const lines: StyledLine[] = [];
    for (const { title, of } of sections) {
      lines.push([{ text: title, role: 'title', emphasis: BOLD }]);
      for (const binding of of) {
        lines.push([{ text: ` ${namesOf(binding).padEnd(width)}`, role: 'key' }, { text: binding.help }]);
      }
      lines.push([]);
    }
    return [...lines, [{ text: 'Signs', role: 'title', emphasis: BOLD }], ...signLines(glyphs, width)];
  }
}

/** The bindings of a context; for typing, without the keys of every line editor. */
function bindingsOf(context: KeyContext): readonly Binding<ActionName>[] {
  const own = bindingsIn(context === 'global' ? [] : [context]).filter((each) => each.context === context);
  return context === 'typing' ? own.filter(({ footer }) => footer !== undefined) : own;
}

function namesOf({ keys, action }: Binding<ActionName>): string {
  return keys.length === 0 ? `:${action}` : keys.map(keyName).join(' ');
}

/** The legend of the signs in lists and bars. */
function signLines(glyphs: Glyphs, width: number): StyledLine[] {
  const parts = partSigns(glyphs);
  const signs: readonly (readonly [sign: string, role: Role, meaning: string])[] = [
    [glyphs.error, 'error', 'error'],
    [glyphs.warning, 'warning', 'warning'],
    [glyphs.info, 'info', 'info'],
    [glyphs.live, 'ok', 'live, or in progress'],
    ['*', 'plain', 'marked'],
    [`${glyphs.times}3`, 'plain', '3 chunks in one'],
    [glyphs.client, 'client', 'client to agent'],
    [glyphs.agent, 'agent', 'agent to client'],
    ...PARTS.map((part) => [parts[part], PART_ROLES[part], `waited for: ${part}`] as const),
  ];
  return signs.map(([sign, role, meaning]) => [{ text: ` ${sign.padEnd(width)}`, role }, { text: meaning }]);
}
