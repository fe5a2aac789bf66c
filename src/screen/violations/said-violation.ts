import type { Violation } from '../../check/engine/violation.js';
import type { StyledLine } from '../../report/styled-line.js';
import { wrapped } from '../../report/wrapped.js';
import type { FactsRoom } from '../turns/turn-row.js';
import type { Intent } from '../frame/view.js';

/** The message if there is no violation to go to. */
export const NO_VIOLATION: Intent = { type: 'say', text: 'no violation' };

/** The message after going to a violation. @param isOnly whether it is the only one, so the cursor did not move */
export function sayViolation({ rule, fault, message }: Violation, isOnly: boolean): Intent {
  return { type: 'say', text: `${isOnly ? 'the only one: ' : ''}${rule} (${fault}'s fault): ${message}` };
}

/** A violation, for the facts below a list. */
export function violationLines(
  { severity, rule, fault, seq, message }: Violation,
  { width, glyphs }: FactsRoom,
): StyledLine[] {
  const head = { text: `${glyphs[severity]} ${rule}`, role: severity };
  const told = wrapped(message, width - 2).map((text): StyledLine => [{ text: `  ${text}` }]);
  return [[head, { text: ` (${fault}'s fault, frame ${seq})` }], ...told];
}
