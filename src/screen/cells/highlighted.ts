import { BOLD, UNDERLINE } from '../../report/style.js';
import type { Span, StyledLine } from '../../report/styled-line.js';

/** A line in which a text stands out wherever it is; without regard to case if it is all in small letters. */
export function highlighted(line: StyledLine, wanted: string): StyledLine {
  if (wanted === '') return line;
  const isExact = wanted !== wanted.toLowerCase();
  return line.flatMap((span): Span[] => {
    const text = isExact ? span.text : span.text.toLowerCase();
    // in some languages small letters are more than one: then places do not agree
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
