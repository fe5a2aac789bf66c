import { BOLD, emphasisOf, INVERSE, roleOf, UNDERLINE, type Role, type Style } from '../../report/style.js';

/** How many colours the terminal shows; 0 for none at all. */
export type Colours = 256 | 16 | 0;

/** How a terminal shows a text. */
export interface Attributes {
  /** A number of the 256 (or 16) colours; undefined for the terminal's own. The background is always its own. */
  readonly colour: number | undefined;
  readonly isBold: boolean;
  readonly isUnderlined: boolean;
  readonly isInverse: boolean;
}

interface Colouring {
  readonly of256?: number;
  readonly of16?: number;
  readonly isBold?: boolean;
  /** Whether it is bold on a terminal without colours. */
  readonly isBoldWithout?: boolean;
}

/** Colours that people with colour blindness can tell apart (Okabe and Ito). Nothing is shown by colour alone. */
const BLUE = { of256: 39, of16: 12 };
const ORANGE = { of256: 214, of16: 11 };
const VERMILION = { of256: 203, of16: 9 };
const RUST = { of256: 208, of16: 9 };
const YELLOW = { of256: 220, of16: 11 };
const GREEN = { of256: 36, of16: 10 };
const PURPLE = { of256: 175, of16: 13 };
const GREY = { of256: 244, of16: 8 };
const NONE = {};

const COLOURINGS: Readonly<Record<Role, Colouring>> = {
  plain: NONE,
  dim: GREY,
  title: { isBold: true },
  client: BLUE,
  agent: ORANGE,
  stderr: GREY,
  event: GREY,
  error: { ...VERMILION, isBold: true },
  warning: YELLOW,
  info: GREY,
  ok: GREEN,
  tool: PURPLE,
  user: BLUE,
  thought: GREY,
  plan: GREEN,
  permission: YELLOW,
  added: GREEN,
  removed: RUST,
  key: { ...BLUE, isBoldWithout: true },
  string: NONE,
  number: YELLOW,
  literal: PURPLE,
  punctuation: GREY,
};

/** How a style looks with this number of colours. */
export function attributesOf(style: Style, colours: Colours): Attributes {
  const role = roleOf(style);
  const emphasis = emphasisOf(style);
  const { of256, of16, isBold = false, isBoldWithout = false } = COLOURINGS[role];
  return {
    colour: { 256: of256, 16: of16, 0: undefined }[colours],
    isBold: isBold || (emphasis & BOLD) !== 0 || (colours === 0 && isBoldWithout),
    isUnderlined: (emphasis & UNDERLINE) !== 0,
    isInverse: (emphasis & INVERSE) !== 0,
  };
}
