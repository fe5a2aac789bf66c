import type { FixtureHeader } from '../fixture/format.js';
import { withOneHome } from '../fixture/home-names.js';
import { matchesRedacted } from '../fixture/placeholders.js';

/**
 * Whether a recorded text stands for a live one that differs: a placeholder does for any text, and in a redacted fixture the home of one
 * user for that of another.
 */
export function sameText(headers: readonly FixtureHeader[]): (recorded: string, live: string) => boolean {
  const isRedacted = headers.some(([name]) => name === 'redacted');
  return (recorded, live) =>
    matchesRedacted(recorded, live) || (isRedacted && matchesRedacted(withOneHome(recorded), withOneHome(live)));
}
