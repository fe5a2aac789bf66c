import { expect, test } from 'vitest';
import { permissionsText } from '../../src/report/permissions-text.js';

test.each([
  [0, 0, ''],
  [1, 0, '1 permission'],
  [1, 1, '1 permission, rejected'],
  [3, 1, '3 permissions, 1 rejected'],
])('%i asked, %i refused: %j', (permissions, rejections, text) => {
  expect(permissionsText({ permissions, rejections })).toBe(text);
});
