import { expect, test } from 'vitest';
import { DARK, LIGHT, readableOn, terminalColour } from '../../../src/screen/cells/terminal-colours.js';

test.each([
  [16, '#000000'],
  [39, '#00afff'],
  [203, '#ff5f5f'],
  [231, '#ffffff'],
  [232, '#080808'],
  [244, '#808080'],
  [255, '#eeeeee'],
])('colour %i is that of a terminal of 256 colours', (number, hex) => {
  expect(terminalColour(number)).toBe(hex);
});

test.each([
  ['dark', DARK],
  ['light', LIGHT],
])('every colour can be read on the %s background', (_, background) => {
  for (let number = 16; number < 256; number += 1) {
    const colour = readableOn(background, terminalColour(number));
    expect(contrast(colour, background.paper), `colour ${number}, as ${colour}`).toBeGreaterThanOrEqual(4.5);
  }
});

test('a colour that can be read stays as it is', () => {
  expect(readableOn(DARK, '#ffaf00')).toBe('#ffaf00');
  expect(readableOn(LIGHT, '#000000')).toBe('#000000');
});

/** By the formula of WCAG 2.2, written anew: it is the judge here. */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [one, other]
    .map((hex) => {
      const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
        const value = Number(`0x${hex.slice(at, at + 2)}`) / 255;
        return value > 0.04045 ? Math.pow((value + 0.055) / 1.055, 2.4) : value / 12.92;
      });
      return red * 0.2126 + green * 0.7152 + blue * 0.0722 + 0.05;
    })
    .sort((a, b) => a - b);
  return high / low;
}
