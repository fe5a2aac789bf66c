import type { Emphasis, Role } from './style.js';

/** A piece of a line. It may hold control characters: the cell buffer escapes them. */
export interface Span {
  readonly text: string;
  /** Default: plain. */
  readonly role?: Role;
  readonly emphasis?: Emphasis;
}

/** A line of the screen; it has no newline. */
export type StyledLine = readonly Span[];
