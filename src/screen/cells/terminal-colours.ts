/** The background of a picture of a screen (`paper`), and the colour of text without a colour of its own (`ink`); as `#rrggbb`. */
export interface Background {
  readonly paper: string;
  readonly ink: string;
}

export const DARK: Background = { paper: '#0d1117', ink: '#e6edf3' };
export const LIGHT: Background = { paper: '#ffffff', ink: '#1f2328' };

/** The least contrast of text, by WCAG 2.2 (1.4.3). */
const LEAST_CONTRAST = 4.5;

type Rgb = readonly [red: number, green: number, blue: number];

/** The steps of each colour in the cube of a terminal of 256 colours. */
const CUBE_STEPS = [0, 95, 135, 175, 215, 255];
const CUBE_START = 16;
const GREYS_START = 232;

/** One of the colours 16 to 255 of a terminal, as `#rrggbb`: a cube of six steps each, then 24 greys. */
export function terminalColour(number: number): string {
  if (number >= GREYS_START) {
    const grey = 8 + (number - GREYS_START) * 10;
    return hexOf([grey, grey, grey]);
  }
  const inCube = number - CUBE_START;
  return hexOf([stepOf(Math.floor(inCube / 36)), stepOf(Math.floor(inCube / 6)), stepOf(inCube)]);
}

/** Makes a colour darker or lighter until it is readable on the paper. */
export function readableOn({ paper, ink }: Background, colour: string): string {
  for (let part = 0; part < 1; part += 0.02) {
    const mixed = mix(rgbOf(colour), rgbOf(ink), part);
    if (contrast(mixed, rgbOf(paper)) >= LEAST_CONTRAST) return hexOf(mixed);
  }
  return ink;
}

function stepOf(number: number): number {
  return CUBE_STEPS[number % CUBE_STEPS.length] ?? 0;
}

function mix(one: Rgb, other: Rgb, part: number): Rgb {
  const between = (index: 0 | 1 | 2): number => Math.round(one[index] + (other[index] - one[index]) * part);
  return [between(0), between(1), between(2)];
}

/** The contrast by WCAG 2.2, from 1 to 21. */
function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function rgbOf(hex: string): Rgb {
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

function hexOf(rgb: Rgb): string {
  return `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
