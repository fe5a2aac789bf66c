import { BOLD, UNDERLINE } from '../../report/style.js';
import type { Span, StyledLine } from '../../report/styled-line.js';

/** Highlights a text wherever it occurs in a line. If the text is all lower case, case is ignored. */
export function highlighted(line: StyledLine, wanted: string): StyledLine {
  if (wanted === '') return line;
  const isExact = wanted !== wanted.toLowerCase();
  return line.flatMap((span): Span[] => {
    const text = isExact ? span.text : span.text.toLowerCase();
    // in some languages a lower-case letter has another length, so the places would not agree
    if (text.length !== span.text.length) return [span];
    const pieces: Span[] = [];
    let from = 0;
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, from)) {
      const end = at + wanted.length;
      if (at > from) pieces.push({ ...span, text: span.text.slice(from, at) });
      pieces.push({ ...span, text: span.text.slice(at, end), emphasis: (span.emphasis ?? 0) | BOLD | UNDERLINE });
      from = end;
    }
    if (from < text.length) pieces.push({ ...span, text: span.text.slice(from) });
    return pieces;
  });
}
