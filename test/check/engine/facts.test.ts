import { describe, expect, it } from 'vitest';
import type { Condition, Rule } from '../../../src/check/engine/rule.js';
import { RULES } from '../../../src/check/rules/index.js';
import { violationsIn } from '../../support/checking/checking.js';
import { hasCorpus } from '../../support/fixtures/corpus.js';
import { shown, type Observed } from '../../support/conversations/observing.js';
import { conversations } from '../../support/checking/planting.js';
import { fc } from '../../support/values/property.js';
import { observedExamples } from '../../support/checking/rule-examples.js';
import { traffic, withFaults } from '../../support/conversations/traffic.js';

/** The same rules, asked whether the facts that they name hold or not. */
const ASKED_ALWAYS: readonly Rule[] = RULES.map((rule) => ({
  ...rule,
  on: rule.on.map((condition) => condition.replace(/ if .*/, '') as Condition),
}));

function expectNothingMissed(entries: readonly Observed[]): void {
  const found = JSON.stringify(violationsIn(entries));
  const all = JSON.stringify(violationsIn(entries, { rules: ASKED_ALWAYS }));
  expect(found, found === all ? '' : shown(entries)).toEqual(all);
}

const FAULTS = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 4 });

describe('a rule that names a fact', () => {
  it('has nothing to say where it does not hold, in the examples of all rules', () => {
    expect(RULES.filter(({ on }) => on.some((condition) => condition.includes(' if '))).length).toBeGreaterThan(40);
    for (const entries of observedExamples()) expectNothingMissed(entries);
  });

  it('has nothing to say where it does not hold, whatever is wrong in an example', () => {
    const all = observedExamples();
    fc.assert(
      fc.property(fc.nat(), FAULTS, (which, faults) => {
        expectNothingMissed(withFaults(all[which % all.length] ?? [], faults));
      }),
      { numRuns: Number(process.env['RUNS'] ?? 1_000) },
    );
  });

  it('has nothing to say where it does not hold, whatever is said', () => {
    fc.assert(
      fc.property(traffic(80), (entries) => {
        expectNothingMissed(entries);
      }),
      { numRuns: Number(process.env['RUNS'] ?? 500) },
    );
  });

  it.skipIf(!hasCorpus)('has nothing to say where it does not hold, in recorded conversations', () => {
    for (const { entries } of conversations()) expectNothingMissed(entries);
  });
});
