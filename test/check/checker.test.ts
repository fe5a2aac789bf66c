import { describe, expect, it } from 'vitest';
import { Checker, type CheckerOptions } from '../../src/check/checker.js';
import { RULES } from '../../src/check/rules/index.js';
import type { Violation } from '../../src/check/violation.js';
import { wireBytes } from '../support/bytes.js';
import { shown, tell, type Observed } from '../support/observing.js';
import { fc } from '../support/property.js';
import { PROTOCOL } from '../support/rule-examples.js';
import { traffic } from '../support/traffic.js';

function violationsIn(entries: readonly Observed[], options: Partial<CheckerOptions> = {}): Violation[] {
  const found: Violation[] = [];
  const checker = new Checker({ protocol: PROTOCOL, rules: RULES, onViolation: (one) => found.push(one), ...options });
  tell(checker, entries);
  checker.end();
  return found;
}

/** Whether a violation names only entries that there are, and nothing of ours. */
function isSound({ seq, evidence, message, sessionId, rule }: Violation, entries: readonly Observed[]): boolean {
  const places = [seq, ...evidence];
  return (
    places.every((place) => entries[place] !== undefined) &&
    !evidence.includes(seq) &&
    new Set(evidence).size === evidence.length &&
    !/\bundefined\b|\[object|\bNaN\b|\bfunction |native code|\{[a-z]+\}/i.test(message.replaceAll(/"(?:[^"\\]|\\.)*"?/g, '')) &&
    (sessionId === undefined || typeof sessionId === 'string') &&
    RULES.some(({ id }) => id === rule)
  );
}

describe('the checker', () => {
  it('never throws, and names only entries that there are, whatever is said', () => {
    fc.assert(
      fc.property(traffic(80), (entries) => {
        const found = violationsIn(entries);
        const unsound = found.filter((one) => !isSound(one, entries));
        expect(unsound, unsound.length > 0 ? shown(entries) : '').toEqual([]);
      }),
      { numRuns: Number(process.env['RUNS'] ?? 500) },
    );
  });
});
