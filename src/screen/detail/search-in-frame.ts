import type { StyledLine } from '../../report/styled-line.js';
import type { Action } from '../keys/key-bindings.js';
import { ByteSearch } from './byte-search.js';

/** How much is searched in one step, in bytes: a few milliseconds of work. */
const STEP_BYTES = 512 * 1024;

/** Goes from hit to hit of a text in the bytes of a frame. */
export class FrameSearch {
  readonly #bytes: Uint8Array;
  #search: ByteSearch | undefined;
  #hit: number | undefined;
  /** The place from which to search for a hit that is not found yet. */
  #waiting: number | undefined;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The text that is searched for; empty if none is. */
  get text(): string {
    return this.#search?.text ?? '';
  }

  status(): StyledLine {
    if (this.#search === undefined) return [];
    const { hits, isDone, isCut, text } = this.#search;
    const more = isDone && !isCut ? '' : '+';
    const at = this.#hit === undefined ? 0 : this.#search.countBefore(this.#hit) + 1;
    return [{ text: `[search: ${text}  ${at} of ${hits.length}${more}]  ` }];
  }

  clear(): void {
    this.#search = undefined;
    this.#hit = undefined;
    this.#waiting = undefined;
  }

  /**
   * Takes `search`, `next-hit` and `previous-hit`.
   *
   * @param from the byte at the cursor
   * @returns the byte to go to, or a message if there is none; undefined while the search goes on
   */
  act({ name, argument = '' }: Action, from: number): number | string | undefined {
    if (name === 'search') {
      this.clear();
      if (argument === '') return undefined;
      this.#search = new ByteSearch(this.#bytes, argument);
      this.#waiting = from;
      return this.work().goTo ?? (this.#search.isDone ? this.#nothing() : undefined);
    }
    if (this.#search === undefined) return 'no search yet; press / to start one';
    const { hits, isDone } = this.#search;
    if (hits.length === 0) return isDone ? this.#nothing() : undefined;
    const begin = this.#hit ?? from;
    const index = this.#search.countBefore(begin);
    const isHit = index < hits.length && hits.at(index) === begin;
    const wanted = name === 'next-hit' ? (isHit ? index + 1 : index) : index - 1;
    this.#hit = hits.at((wanted + hits.length) % hits.length);
    return this.#hit;
  }

  /** Tells the search that the cursor was moved: it continues from there. */
  moved(): void {
    this.#hit = undefined;
  }

  /** Searches on. @returns the place to go to, once the next hit is found, and whether there is more to do */
  work(): { readonly goTo: number | undefined; readonly isMore: boolean } {
    const search = this.#search;
    if (search === undefined || search.isDone) return { goTo: undefined, isMore: false };
    const isDone = search.step(STEP_BYTES);
    const { hits } = search;
    if (this.#waiting === undefined || hits.length === 0) return { goTo: undefined, isMore: !isDone };
    const index = search.countBefore(this.#waiting);
    if (index === hits.length && !isDone) return { goTo: undefined, isMore: true };
    this.#hit = hits.at(index % hits.length);
    this.#waiting = undefined;
    return { goTo: this.#hit, isMore: !isDone };
  }

  #nothing(): string {
    return `${JSON.stringify(this.text)} not found here`;
  }
}
