import type { Severity } from '../../check/engine/severity.js';
import type { Glyphs } from '../../report/glyphs.js';
import type { Span } from '../../report/styled-line.js';

/** Errors and warnings in a few cells: `✗2 ▲5`; a check mark if there are none, a dot while they are not known. */
export function violationCounts(counts: Readonly<Record<Severity, number>> | undefined, glyphs: Glyphs): Span {
  if (counts === undefined) return { text: glyphs.cut, role: 'dim' };
  const { error, warning } = counts;
  if (error + warning === 0) return { text: glyphs.ok, role: 'ok' };
  const parts = [error === 0 ? '' : `${glyphs.error}${error}`, warning === 0 ? '' : `${glyphs.warning}${warning}`];
  return { text: parts.filter((part) => part !== '').join(' '), role: error > 0 ? 'error' : 'warning' };
}
