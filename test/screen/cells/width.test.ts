import { eastAsianWidth } from 'get-east-asian-width';
import { expect, test } from 'vitest';
import { isWide } from '../../../src/screen/cells/width.js';

test('every code point of Unicode is as wide as its East Asian Width says', () => {
  const wrong: string[] = [];
  for (let point = 0; point <= 0x10ffff; point += 1) {
    if (isWide(point) !== (eastAsianWidth(point) === 2)) wrong.push(point.toString(16));
  }
  expect(wrong, 'Bring src/screen/cells/wide-ranges.ts to the Unicode of get-east-asian-width.').toEqual([]);
});
