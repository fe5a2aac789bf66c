import { describe, expect, test } from 'vitest';
import { BOLD, INVERSE, ROLES, styleOf, UNDERLINE } from '../../../src/report/style.js';
import { attributesOf } from '../../../src/screen/cells/theme.js';

const PLAIN = { colour: undefined, isBold: false, isUnderlined: false, isInverse: false };

test('a text without a role is set as the terminal sets it', () => {
  for (const colours of [256, 16, 0] as const) expect(attributesOf(0, colours)).toEqual(PLAIN);
});

test('emphasis is kept without colours', () => {
  expect(attributesOf(styleOf('error', UNDERLINE | INVERSE), 0)).toEqual({
    colour: undefined,
    isBold: true,
    isUnderlined: true,
    isInverse: true,
  });
  expect(attributesOf(styleOf('plain', BOLD), 0)).toEqual({ ...PLAIN, isBold: true });
});

describe.each([256, 16, 0] as const)('with %i colours', (colours) => {
  test('no role takes one that is not there', () => {
    const taken = ROLES.map((role) => attributesOf(styleOf(role), colours).colour ?? -1);
    expect(Math.max(...taken)).toBeLessThan(colours);
  });
});

test.each([256, 16] as const)('client and agent, error and warning differ in %i colours', (colours) => {
  const colourOf = (role: 'client' | 'agent' | 'error' | 'warning') => attributesOf(styleOf(role), colours).colour;
  expect(colourOf('client')).not.toBe(colourOf('agent'));
  expect(colourOf('error')).not.toBe(colourOf('warning'));
});
