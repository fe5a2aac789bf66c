import { expect, test } from 'vitest';
import { hasCorpus } from '../support/fixtures/corpus.js';
import { skipLoudly } from '../support/processes/skip.js';
import { faultOf } from '../support/replay/mutation-fault.js';
import { redactedMutations } from '../support/replay/redacted-mutations.js';

skipLoudly(!hasCorpus, 'changed client messages over redacted fixtures', 'there is no corpus beside the repository');

test.runIf(hasCorpus)('no change of a client message passes over a redacted fixture', async () => {
  const passed: string[] = [];
  let count = 0;
  for (const { name, compiled, mutation } of redactedMutations(1)) {
    count += 1;
    const fault = await faultOf(compiled, mutation);
    if (fault !== undefined) passed.push(`${name}: ${mutation.name}: ${fault}`);
  }
  expect(passed).toEqual([]);
  expect(count).toBeGreaterThan(10_000);
});
