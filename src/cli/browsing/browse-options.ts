import type { BrowseOptions } from './browse.js';
import { parsePlainOptions, plainUsage, type PlainOption } from '../program/plain-options.js';

/** The options of `browse`. */
export const BROWSE_OPTIONS = [
  { name: 'db', value: 'file', help: 'database (default: see turntable --help)' },
  { name: 'no-mouse', value: undefined, help: 'leave the mouse to the terminal, to select text' },
] as const satisfies readonly PlainOption[];

const BROWSE = {
  name: 'browse',
  usage: 'turntable browse [options] [recording]',
  options: BROWSE_OPTIONS,
} as const;

export interface BrowseArguments {
  /** The recording to open; if undefined, all of them are listed. */
  readonly named: string | undefined;
  readonly options: BrowseOptions;
}

/**
 * Parses the words after `browse`.
 *
 * @throws {TurntableError} `USAGE`
 */
export function parseBrowseArguments(line: readonly string[]): BrowseArguments {
  const { values, flags, words, rest = [] } = parsePlainOptions<(typeof BROWSE_OPTIONS)[number]>(BROWSE, line);
  const [named, ...others] = [...words, ...rest];
  if (others.length > 0) {
    throw plainUsage(BROWSE, `too many arguments: browse takes one recording, but also got ${others.join(' ')}`);
  }
  return { named, options: { db: values.db, mouse: !flags.has('no-mouse') } };
}
