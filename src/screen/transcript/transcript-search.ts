import type { StyledLine } from '../../report/styled-line.js';
import { BOLD, UNDERLINE } from '../../report/style.js';
import type { TranscriptRows } from './transcript-rows.js';

/** How many entries are searched at a time. */
const ENTRIES_AT_A_TIME = 200;

/** Searches a turn for a text, a little at a time, ignoring case. */
export class TranscriptSearch {
  #text = '';
  #pattern: RegExp | undefined;
  #hits: number[] = [];
  /** How many entries were searched. */
  #done = 0;
  #at: number | undefined;

  get text(): string {
    return this.#text;
  }

  /** A new text; an empty one ends the search. */
  look(text: string): void {
    this.#text = text;
    this.#pattern = text === '' ? undefined : new RegExp(text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'), 'giu');
    this.again();
  }

  /** The transcript has changed: searches again. */
  again(): void {
    this.#hits = [];
    this.#done = 0;
    this.#at = undefined;
  }

  /** Searches on. @returns whether there is more to search */
  step(rows: TranscriptRows): boolean {
    const pattern = this.#pattern;
    if (pattern === undefined) return false;
    const end = Math.min(rows.entries, this.#done + ENTRIES_AT_A_TIME);
    for (; this.#done < end; this.#done += 1) this.#hits.push(...rows.hitsIn(this.#done, pattern));
    return this.#done < rows.entries;
  }

  /** The next hit after a row, or before it; if there is none, the search wraps around. */
  next(rows: TranscriptRows, from: number, isForward: boolean): number | undefined {
    while (this.step(rows));
    this.#at = isForward
      ? (this.#hits.find((hit) => hit > from) ?? this.#hits[0])
      : (this.#hits.findLast((hit) => hit < from) ?? this.#hits.at(-1));
    return this.#at;
  }

  status(): StyledLine {
    if (this.#pattern === undefined) return [];
    const at = this.#at === undefined ? '' : `${this.#hits.indexOf(this.#at) + 1} of `;
    return [{ text: `[search: ${this.#text}  ${at}${this.#hits.length}]  ` }];
  }

  /** A line with its hits underlined. */
  marked(line: StyledLine): StyledLine {
    const pattern = this.#pattern;
    if (pattern === undefined) return line;
    return line.flatMap((span) => {
      const pieces: StyledLine[number][] = [];
      let end = 0;
      for (const { 0: found, index } of span.text.matchAll(pattern)) {
        if (index > end) pieces.push({ ...span, text: span.text.slice(end, index) });
        pieces.push({ ...span, text: found, emphasis: (span.emphasis ?? 0) | BOLD | UNDERLINE });
        end = index + found.length;
      }
      return end === 0 ? [span] : [...pieces, { ...span, text: span.text.slice(end) }];
    });
  }
}
