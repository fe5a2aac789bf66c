import { expect, test } from 'vitest';
import { wrapped } from '../../src/report/wrapped.js';

test.each([
  ['', 10, ['']],
  ['one two three', 7, ['one two', 'three']],
  ['one two three', 100, ['one two three']],
  ['  spaces  within  stay ', 100, ['spaces  within  stay']],
  ['a word-that-is-too-long b', 5, ['a', 'word-that-is-too-long', 'b']],
  ['12345 67890', 11, ['12345 67890']],
  ['12345 67890', 10, ['12345', '67890']],
])('%j in lines of %d', (text, width, lines) => {
  expect(wrapped(text, width)).toEqual(lines);
});
