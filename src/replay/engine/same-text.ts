import type { FixtureHeader } from '../../fixture/format/format.js';
import { isHomeName, LONGEST_NAME, standInsIn } from '../../fixture/redact/home-names.js';
import { matchesRedacted, type Hole } from '../../fixture/redact/placeholders.js';

/**
 * Whether a recorded text stands for a live one that differs: a placeholder does for any text, and in a redacted fixture the home of one
 * user for that of another.
 */
export function sameText(headers: readonly FixtureHeader[]): (recorded: string, live: string) => boolean {
  const isRedacted = headers.some(([name]) => name === 'redacted');
  return (recorded, live) => matchesRedacted(recorded, live, isRedacted ? homesIn(recorded) : []);
}

function homesIn(recorded: string): Hole[] {
  return standInsIn(recorded).map((place) => ({ ...place, longest: LONGEST_NAME, fits: isHomeName }));
}
