import type { Span, StyledLine } from '../../report/styled-line.js';
import type { FrameSpan, Intent } from './view.js';

/** The message if there is no mark. */
export const NO_MARK = 'nothing is marked; press * to mark the selected frame';

/** The place in a recording that a person has marked. The frames between it and the cursor are selected. */
export class MarkedPlace {
  #marked: FrameSpan | undefined;

  /** The first marked frame. */
  get seq(): number | undefined {
    return this.#marked?.from;
  }

  /** Marks the line of the cursor; if it is marked already, removes the mark. */
  toggle(cursor: FrameSpan | undefined): readonly Intent[] {
    if (cursor === undefined) return [];
    const isMarked = this.isIn(cursor);
    this.#marked = isMarked ? undefined : cursor;
    if (isMarked) return [];
    return [{ type: 'say', text: `marked ${spanText(cursor)}; x exports from here to the cursor` }];
  }

  /** Whether the mark begins in these frames. */
  isIn({ from, to }: FrameSpan): boolean {
    const { seq } = this;
    return seq !== undefined && seq >= from && seq <= to;
  }

  /** The selected frames; undefined if nothing is marked. */
  spanTo(cursor: FrameSpan | undefined): FrameSpan | undefined {
    const marked = this.#marked;
    if (marked === undefined || cursor === undefined) return undefined;
    return { from: Math.min(marked.from, cursor.from), to: Math.max(marked.to, cursor.to) };
  }

  /** The sign beside a line of a list: whether it is marked or selected. */
  sign(line: FrameSpan | undefined, cursor: FrameSpan | undefined): Span | undefined {
    if (line === undefined || this.#marked === undefined) return undefined;
    if (this.isIn(line)) return { text: '*' };
    const span = this.spanTo(cursor);
    return span !== undefined && line.from >= span.from && line.from <= span.to
      ? { text: ':', role: 'dim' }
      : undefined;
  }

  /** How much is selected, once the cursor has left the mark. */
  status(cursor: FrameSpan | undefined): StyledLine {
    const span = this.spanTo(cursor);
    if (span === undefined || cursor === undefined || this.isIn(cursor)) return [];
    return [
      { text: `[${spanText(span)}]`, role: 'warning' },
      { text: ' x', role: 'key' },
      { text: ' exports them  ', role: 'dim' },
    ];
  }
}

/** `frames 14 to 25`. */
export function spanText({ from, to }: FrameSpan): string {
  return from === to ? `frame ${from}` : `frames ${from} to ${to}`;
}
