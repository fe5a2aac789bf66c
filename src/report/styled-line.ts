import type { Emphasis, Role } from './style.js';

/** A piece of a line. Not yet safe for a terminal: the cell buffer makes it so. */
export interface Span {
  readonly text: string;
  /** Default: plain. */
  readonly role?: Role;
  readonly emphasis?: Emphasis;
}

/** A line as it stands on the screen; it has no newline. */
export type StyledLine = readonly Span[];
