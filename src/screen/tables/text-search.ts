import type { StyledLine } from '../../report/styled-line.js';
import type { Action } from '../keys/key-bindings.js';

/** Searches lines for a text, ignoring case. */
export class TextSearch {
  #text = '';
  #hits = 0;
  #at = 0;

  get text(): string {
    return JSON.stringify(this.#text);
  }

  status(): StyledLine {
    return this.#text === '' ? [] : [{ text: `[search: ${this.#text}  ${this.#at} of ${this.#hits}]  ` }];
  }

  /**
   * Takes `search`, `next-hit` and `previous-hit`.
   *
   * @param from the line to start from; a new search may stay there
   * @returns the line to go to; undefined if no line has the text
   */
  act({ name, argument }: Action, texts: readonly string[], from: number): number | undefined {
    if (name === 'search') this.#text = argument ?? '';
    const wanted = this.#text.toLowerCase();
    const hits = texts.flatMap((text, i) => (wanted !== '' && text.toLowerCase().includes(wanted) ? [i] : []));
    this.#hits = hits.length;
    const found =
      name === 'previous-hit'
        ? (hits.findLast((hit) => hit < from) ?? hits.at(-1))
        : (hits.find((hit) => (name === 'search' ? hit >= from : hit > from)) ?? hits[0]);
    this.#at = found === undefined ? 0 : hits.indexOf(found) + 1;
    return found;
  }
}
