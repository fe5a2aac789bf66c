import { expect, test } from 'vitest';
import { jsonBeginning } from '../../src/wire/json-beginning.js';
import type { JsonValue } from '../../src/wire/json-text.js';
import { fc } from '../support/values/property.js';

test('is how the JSON of the value begins', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.nat({ max: 60 }), (value, characters) => {
      const json = JSON.parse(JSON.stringify(value)) as JsonValue;
      expect(jsonBeginning(json, characters)).toBe(JSON.stringify(json).slice(0, characters));
    }),
  );
});

test('needs no more stack for a deep value, and no more time for a large one', () => {
  const deep = JSON.parse(`${'[{"a":'.repeat(1_000_000)}1${'}]'.repeat(1_000_000)}`) as JsonValue;
  expect(jsonBeginning(deep, 12)).toBe('[{"a":[{"a":');
  expect(jsonBeginning(['x'.repeat(50_000_000)], 5)).toBe('["xxx');
});
