import { SEVERITIES, type Severity } from '../../check/engine/severity.js';
import { escapeUnsafe } from '../../wire/plain-text.js';
import { formatCount } from '../quantities.js';
import { configurationText, countsOf, isAtLeast, type Checked, type Counts, type QuotedViolation } from './checked.js';
import { alikeText, folded } from './folded.js';

/** A line of the report. Its severity, if any, decides its colour. */
export interface ReportLine {
  readonly text: string;
  readonly severity?: Severity;
  readonly isTitle?: true;
  readonly isDim?: true;
}

/** The report for people. @param least less severe violations are only counted */
export function* textReport(checked: Checked, least: Severity): Generator<ReportLine> {
  yield titleLine(checked);
  const shown = checked.violations.filter(({ severity }) => isAtLeast(severity, least));
  for (const { violation, alike } of folded(shown)) {
    yield* violationLines(violation);
    if (alike.length > 0) yield { text: `           ${alikeText(alike)}`, isDim: true };
  }
  yield* closingLines(checked, least);
}

/** The line that says what was checked. */
export function titleLine({ name, frames, protocol }: Checked): ReportLine {
  const what = `${escapeUnsafe(name)}: ${formatCount(frames, 'frame')}, ${escapeUnsafe(protocol)}`;
  return { text: what, isTitle: true };
}

/** The lines at the end: counts, notes and the configuration. */
export function* closingLines({ violations, notes, configuration }: Checked, least: Severity): Generator<ReportLine> {
  for (const note of notes) yield { text: `  note: ${note}`, isDim: true };
  if (configuration !== undefined) yield { text: `  ${escapeUnsafe(configurationText(configuration))}` };
  yield { text: `  ${summary(countsOf(violations), least)}` };
}

/** One violation, with its frame. */
export function* violationLines({
  severity,
  rule,
  fault,
  seq,
  message,
  quote,
  place,
  ...more
}: QuotedViolation): Generator<ReportLine> {
  const { sessionId, turn, evidence, raced } = more;
  const where = [`frame ${seq}${place === undefined ? '' : `, line ${place.line}`}`];
  if (sessionId !== undefined) where.push(`session ${escapeUnsafe(sessionId)}`);
  if (turn !== undefined) where.push(`turn ${turn}`);
  yield { text: `  ${severity.padEnd(7)}  ${rule}  (${fault}; ${where.join(', ')})`, severity };
  yield { text: `           ${escapeUnsafe(message)}` };
  if (quote !== undefined) yield { text: `           > ${escapeUnsafe(quote)}`, isDim: true };
  if (evidence.length > 0) yield { text: `           see frame ${evidence.join(', ')}`, isDim: true };
  if (raced) yield { text: `           ${RACED}`, isDim: true };
}

/** Why a violation is milder than its rule. */
const RACED = 'one severity lower, because the two sides may have crossed on the wire';

/** "2 errors, 1 warning, 5 infos (not shown)". */
export function summary(counts: Counts, least: Severity): string {
  const parts = SEVERITIES.map((severity) => {
    const count = counts[severity];
    const isHidden = count > 0 && !isAtLeast(severity, least);
    return `${count} ${severity}${count === 1 ? '' : 's'}${isHidden ? ' (not shown: --show info)' : ''}`;
  });
  return parts.join(', ');
}
