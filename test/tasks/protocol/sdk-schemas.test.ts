import { expect, test } from 'vitest';
import { loadSdkSchemas } from '../../../src/tasks/protocol/sdk-schemas.js';

test('all four schema files of the SDK, read once', () => {
  const schemas = loadSdkSchemas();
  for (const { stable, unstable } of [schemas.v1, schemas.v2]) {
    expect(Object.keys(stable.$defs).length).toBeGreaterThan(150);
    expect(Object.keys(unstable.$defs).length).toBeGreaterThan(Object.keys(stable.$defs).length);
  }
  expect(loadSdkSchemas()).toBe(schemas);
});
