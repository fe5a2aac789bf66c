import type { Binding, KeyContext } from './binding.js';
import { type ActionName, BINDINGS } from './key-bindings.js';

/** The titles of the contexts, for people. */
export const CONTEXT_TITLES: Readonly<Record<KeyContext, string>> = {
  global: 'Everywhere',
  move: 'Move',
  recordings: 'Recordings',
  turns: 'Turns',
  frames: 'Frames',
  panes: 'Panes',
  detail: 'Frame',
  transcript: 'Transcript',
  live: 'While recording',
  violations: 'Violations',
  changes: 'Changes',
  statistics: 'Statistics',
  why: 'Why it waits',
  export: 'Export',
  replay: 'Replay',
  playback: 'Playback',
  typing: 'Typing',
};

/** The bindings of these contexts, those of a view before the global ones. */
export function bindingsIn(contexts: readonly KeyContext[]): readonly Binding<ActionName>[] {
  const all: readonly Binding<ActionName>[] = BINDINGS;
  return [...contexts, 'global' as const].flatMap((context) => all.filter((binding) => binding.context === context));
}

/** The action of a key while a person types; undefined if the key types itself. */
export function typingAction(key: string): ActionName | undefined {
  const all: readonly Binding<ActionName>[] = BINDINGS;
  return all.find(({ context, keys }) => context === 'typing' && keys.includes(key))?.action;
}

/** The result of a key. */
export type Resolved =
  { readonly type: 'action'; readonly name: ActionName } | { readonly type: 'prefix' } | { readonly type: 'nothing' };

/** Finds the action of a key. After the first key of a pair, it waits for the second. */
export class KeyResolver {
  #pending: string | undefined;

  /** The first key of a pair, while the second is awaited. */
  get pending(): string | undefined {
    return this.#pending;
  }

  take(key: string, contexts: readonly KeyContext[]): Resolved {
    const pressed = this.#pending === undefined ? key : `${this.#pending} ${key}`;
    this.#pending = undefined;
    const bindings = bindingsIn(contexts);
    const exact = bindings.find(({ keys }) => keys.includes(pressed));
    if (exact !== undefined) return { type: 'action', name: exact.action };
    if (!bindings.some(({ keys }) => keys.some((each) => each.startsWith(`${pressed} `)))) return { type: 'nothing' };
    this.#pending = key;
    return { type: 'prefix' };
  }
}

const KEY_NAMES: Readonly<Record<string, string>> = {
  escape: 'Esc',
  enter: 'Enter',
  tab: 'Tab',
  space: 'Space',
  backspace: 'Backspace',
  delete: 'Del',
  pagedown: 'PgDn',
  pageup: 'PgUp',
  home: 'Home',
  end: 'End',
  up: 'Up',
  down: 'Down',
  left: 'Left',
  right: 'Right',
};

/** A key as it is printed on the keyboard: `S-g` is `G`, `C-d` is `^D`. */
export function keyName(key: string): string {
  return key
    .split(' ')
    .map((part) => {
      const [, modifier, name = ''] = /^(?:([CS])-)?(.+)$/.exec(part) ?? [];
      if (modifier === 'C') return `^${name.toUpperCase()}`;
      if (modifier === 'S') return name.length === 1 ? name.toUpperCase() : `S-${KEY_NAMES[name] ?? name}`;
      return KEY_NAMES[name] ?? name;
    })
    .join('');
}
