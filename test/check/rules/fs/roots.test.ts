import { expect, test } from 'vitest';
import { isAbsolute, isChild, isInside } from '../../../../src/check/rules/fs/roots.js';

test.each([
  ['/p/a', '/p', true],
  ['/p', '/p/', true],
  ['/p/../q', '/p', false],
  ['/pq/a', '/p', false],
  ['/p/./a//b/../c', '/p/a', true],
  ['C:\\Work\\a.txt', 'c:/work', true],
  ['C:\\Other\\a.txt', 'c:/work', false],
  ['\\\\server\\share\\a', '\\\\server\\share', true],
  ['/private/tmp/a', '/tmp', true],
  ['/any/thing', '/', true],
])('%s lies in %s: %s', (path, folder, expected) => {
  expect(isInside(path, folder)).toBe(expected);
});

test('a child is one level below', () => {
  expect(isChild('/p/a', '/p')).toBe(true);
  expect(isChild('/p/a/b', '/p')).toBe(false);
  expect(isChild('/p', '/p')).toBe(false);
});

test.each([
  ['/a', true],
  ['C:\\a', true],
  ['c:/a', true],
  ['\\\\server\\a', true],
  ['a/b', false],
  ['', false],
])('%s is absolute: %s', (path, expected) => {
  expect(isAbsolute(path)).toBe(expected);
});
