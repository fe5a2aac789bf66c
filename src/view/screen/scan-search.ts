import type { StyledLine } from '../cells/styled-line.js';
import { parseFilter } from '../filter/parse-filter.js';
import type { Action } from './bindings.js';
import type { Conversation, Scan } from './conversation.js';

/** Looks for a text in all of a recording, a little at a time, and goes from hit to hit. */
export class ScanSearch {
  readonly #conversation: Conversation;
  #text = '';
  #scan: Scan | undefined;
  /** Where the cursor was when a hit was asked for that is not found yet. */
  #waiting: { readonly from: number; readonly isNext: boolean } | undefined;
  #at: number | undefined;

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
  }

  status(): StyledLine {
    if (this.#scan === undefined) return [];
    const { found, progress } = this.#scan;
    const at = this.#at === undefined ? 0 : found.indexOf(this.#at) + 1;
    const more = progress === 1 ? '' : `+ (${Math.floor(progress * 100)} %)`;
    return [{ text: `[search: ${this.#text}  ${at} of ${found.length}${more}]  ` }];
  }

  clear(): void {
    this.#scan = undefined;
    this.#waiting = undefined;
  }

  /** Takes `search`, `next-hit`, `previous-hit`. @returns what is wrong, where something is */
  act({ name, argument }: Action, from: number): string | undefined {
    if (name === 'search') {
      this.clear();
      this.#text = argument ?? '';
      if (this.#text === '') return undefined;
      const parsed = parseFilter(/^\/.+\/$/.test(this.#text) ? this.#text : JSON.stringify(this.#text));
      if (!parsed.ok) return parsed.problem.message;
      this.#scan = this.#conversation.find(parsed.filter);
    }
    if (this.#scan === undefined) return 'nothing is looked for: / begins';
    this.#waiting = { from: name === 'search' ? from - 1 : from, isNext: name !== 'previous-hit' };
    return undefined;
  }

  /** Looks further. @param goTo is told of the hit that was asked for, when it is there @returns whether there is more to do */
  step(goTo: (seq: number) => void): boolean {
    const scan = this.#scan;
    if (scan === undefined) return false;
    const isMore = scan.step();
    const hit = this.#hit(scan, isMore);
    if (hit !== undefined) {
      this.#waiting = undefined;
      this.#at = hit;
      goTo(hit);
    } else if (!isMore) this.#waiting = undefined;
    return isMore;
  }

  #hit({ found }: Scan, isMore: boolean): number | undefined {
    if (this.#waiting === undefined) return undefined;
    const { from, isNext } = this.#waiting;
    if (isNext) return found.find((seq) => seq > from) ?? (isMore ? undefined : found[0]);
    // the last one before the cursor is known once the scan is past it
    const before = found.findLast((seq) => seq < from);
    const isPast = !isMore || (found.at(-1) ?? -1) >= from;
    return isPast ? (before ?? (isMore ? undefined : found.at(-1))) : undefined;
  }
}
