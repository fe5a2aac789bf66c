import { expect, test } from 'vitest';
import { ComparedPlaceholders } from '../../src/compare/compared-placeholders.js';

test('a placeholder of either side is what the other side says, and means the same from then on', () => {
  const { isSame } = new ComparedPlaceholders();
  expect(isSame('use <redacted:token-1>', 'use abc')).toBe(true);
  expect(isSame('use <redacted:token-1>', 'use abd')).toBe(false);
  expect(isSame('use x1', 'use <redacted:token-1>')).toBe(true);
  expect(isSame('use abc', 'use <redacted:token-2>')).toBe(true);
  expect(isSame('do <redacted:token-3>', 'do something else')).toBe(false);
  expect(isSame('a', 'b')).toBe(false);
});
