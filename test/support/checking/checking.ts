import { Checker, type CheckerOptions } from '../../../src/check/engine/checker.js';
import { RULES } from '../../../src/check/rules/index.js';
import type { Violation } from '../../../src/check/engine/violation.js';
import { tell, type Observed } from '../conversations/observing.js';
import { PROTOCOL } from './rule-examples.js';

/** What the checker says of entries with all rules, in the order in which it says it; `seq` is the place there. */
export function violationsIn(entries: readonly Observed[], options: Partial<CheckerOptions> = {}): Violation[] {
  const found: Violation[] = [];
  const checker = new Checker({ protocol: PROTOCOL, rules: RULES, onViolation: (one) => found.push(one), ...options });
  tell(checker, entries);
  checker.end();
  return found;
}
