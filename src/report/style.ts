/** The roles of texts on the screen. A theme gives each role a colour: of 256, of 16, or none. */
export const ROLES = [
  'plain',
  'dim',
  'title',
  'client',
  'agent',
  'stderr',
  'event',
  'error',
  'warning',
  'info',
  'ok',
  'tool',
  'user',
  'thought',
  'plan',
  'permission',
  'added',
  'removed',
  'key',
  'string',
  'number',
  'literal',
  'punctuation',
] as const;

export type Role = (typeof ROLES)[number];

/** The emphasis of a text, apart from its colour: a sum of {@link BOLD}, {@link UNDERLINE} and {@link INVERSE}. */
export type Emphasis = number;

export const BOLD = 1;
export const UNDERLINE = 2;
export const INVERSE = 4;

/** A role and its emphasis as one number, for a cell. */
export type Style = number;

const NUMBER_OF = new Map(ROLES.map((role, number) => [role, number]));
const EMPHASIS_AT = 8;

export function styleOf(role: Role, emphasis: Emphasis = 0): Style {
  return (NUMBER_OF.get(role) ?? 0) | (emphasis << EMPHASIS_AT);
}

export function roleOf(style: Style): Role {
  return ROLES[style & ((1 << EMPHASIS_AT) - 1)] ?? 'plain';
}

export function emphasisOf(style: Style): Emphasis {
  return style >> EMPHASIS_AT;
}
