import { expect, test } from 'vitest';
import { defaultWaitMs } from '../../../src/library/test-run/default-wait.js';

test.each([
  ['vitest', { VITEST: 'true' }, [], 5_000],
  ['jest', { JEST_WORKER_ID: '1' }, [], 5_000],
  ['mocha', {}, ['node', '/p/node_modules/mocha/bin/_mocha'], 2_000],
  ['a worker of mocha', {}, ['node', 'C:\\p\\node_modules\\mocha\\lib\\nodejs\\worker.js'], 2_000],
  ['node:test, which has no limit', { NODE_TEST_CONTEXT: 'child-v8' }, ['node', 'a.test.js'], Infinity],
])('the wait ends before the time limit of %s', (_, env, argv, limitMs) => {
  expect(defaultWaitMs({ env, argv })).toBeLessThan(limitMs);
  expect(defaultWaitMs({ env, argv })).toBeGreaterThanOrEqual(1_500);
});
