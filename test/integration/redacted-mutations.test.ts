import { expect, test } from 'vitest';
import { hasCorpus } from '../support/fixtures/corpus.js';
import { skipLoudly } from '../support/processes/skip.js';
import { faultOf } from '../support/replay/mutation-fault.js';
import { redactedMutations } from '../support/replay/redacted-mutations.js';

skipLoudly(!hasCorpus, 'changed client messages over redacted fixtures', 'there is no corpus beside the repository');

/** All of them are tried in test/long. */
const EACH = 20;

test.runIf(hasCorpus)('no change of a client message passes over a redacted fixture (one in twenty)', async () => {
  const passed: string[] = [];
  let count = 0;
  for (const { name, compiled, mutation } of redactedMutations(EACH)) {
    count += 1;
    const fault = await faultOf(compiled, mutation);
    if (fault !== undefined) passed.push(`${name}: ${mutation.name}: ${fault}`);
  }
  expect(passed).toEqual([]);
  expect(count).toBeGreaterThan(500);
});
