import type { StyledLine } from '../../report/styled-line.js';
import type { Filter } from '../../filter/filter.js';
import { parseFilter } from '../../filter/parse-filter.js';
import type { Action } from '../keys/key-bindings.js';
import type { Conversation, Search } from '../frame/conversation.js';

/** Searches a whole recording for a text, a little at a time, and goes from hit to hit. */
export class ScanSearch {
  readonly #conversation: Conversation;
  #text = '';
  #search: Search | undefined;
  /** The hit that is searched for, until it is found. */
  #asked: { readonly from: number; readonly direction: 'forward' | 'backward' } | undefined;
  #at = -1;

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
  }

  status(): StyledLine {
    if (this.#search === undefined) return [];
    const { number = 0, count, isCounted } = this.#search.placeOf(this.#at);
    return [{ text: `[search: ${this.#text}  ${number} of ${count}${isCounted ? '' : '+'}]  ` }];
  }

  clear(): void {
    this.#search = undefined;
    this.#asked = undefined;
  }

  /** Takes `search`, `next-hit`, `previous-hit`. @returns what is wrong, if anything */
  act({ name, argument = '' }: Action, from: number): string | undefined {
    if (name === 'search') {
      this.clear();
      this.#text = argument;
      if (argument === '') return undefined;
      const filter = filterOf(argument);
      if (typeof filter === 'string') return filter;
      this.#search = this.#conversation.search(filter, from);
    }
    if (this.#search === undefined) return 'no search yet; press / to start one';
    this.#asked = {
      from: name === 'search' ? from - 1 : from,
      direction: name === 'previous-hit' ? 'backward' : 'forward',
    };
    return undefined;
  }

  /**
   * Searches on.
   *
   * @param goTo called with the hit once it is found; not called if there is none
   * @returns whether there is more to do, or another picture to paint
   */
  step(goTo: (seq: number) => void): boolean {
    if (this.#search === undefined) return false;
    const isCounted = this.#search.step();
    if (this.#asked === undefined) return !isCounted;
    const hit = this.#search.next(this.#asked.from, this.#asked.direction);
    if (hit === 'unknown') return true;
    this.#asked = undefined;
    if (hit !== undefined) goTo((this.#at = hit));
    return !isCounted || hit !== undefined;
  }
}

/** The filter for a text or `/a regular expression/`. @returns what is wrong with it, if anything */
function filterOf(text: string): Filter | string {
  if (!/^\/.+\/[imsu]*$/.test(text)) return { type: 'text', pattern: { type: 'words', words: text } };
  const parsed = parseFilter(text);
  return parsed.ok ? parsed.filter : parsed.problem.message;
}
