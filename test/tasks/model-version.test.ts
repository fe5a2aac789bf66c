import { expect, test } from 'vitest';
import { modelVersion } from '../../src/tasks/model-version.js';

test('is one name for one program, and the same each time', () => {
  expect(modelVersion()).toMatch(/^[0-9a-f]{32}$/);
  expect(modelVersion()).toBe(modelVersion());
});
