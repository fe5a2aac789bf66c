import { expect, test } from 'vitest';
import { ONLY_V1_METHODS, ONLY_V2_METHODS } from '../../../src/acp/methods/method-groups.js';
import { PROTOCOL } from '../../support/checking/rule-examples.js';

function stableMethods(version: 1 | 2): string[] {
  return PROTOCOL.of(version)
    .methods.filter(({ stability }) => stability === 'stable')
    .map(({ name }) => name);
}

test('the methods that only one version has are those of the schemas', () => {
  const [v1, v2] = [stableMethods(1), stableMethods(2)];
  expect([...ONLY_V1_METHODS].sort()).toEqual(v1.filter((name) => !v2.includes(name)).sort());
  expect([...ONLY_V2_METHODS].sort()).toEqual(v2.filter((name) => !v1.includes(name)).sort());
});
