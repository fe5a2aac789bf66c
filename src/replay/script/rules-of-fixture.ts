import { TurntableError } from '../../errors.js';
import { readMatchHeader } from '../../fixture/format/match-header.js';
import type { FixtureHeader } from '../../fixture/format/format.js';
import type { PatternRule } from '../engine/match-options.js';

/** The rules for a replay in the headers of a fixture: `# ignore: /json/pointer` and `# match: /json/pointer ~ /pattern/`. */
export interface FixtureRules {
  readonly ignore: readonly string[];
  readonly patterns: readonly PatternRule[];
}

/**
 * Reads the headers for the replay.
 *
 * @param placeOf the file and, if known, the line of a header, for errors
 * @throws {TurntableError} `FIXTURE_INVALID`
 */
export function rulesOfFixture(
  headers: readonly FixtureHeader[],
  placeOf: (header: FixtureHeader) => string,
): FixtureRules {
  const named = (wanted: string) => headers.filter(([name]) => name === wanted);
  const invalid = (header: FixtureHeader) => (what: string) =>
    new TurntableError('FIXTURE_INVALID', `${placeOf(header)}: # ${header[0]}: ${header[1]}: ${what}`, {
      hint: 'Nothing was sent. For the headers, see docs/replay.md.',
    });
  return {
    ignore: named('ignore').map((header) => pointer(header[1], invalid(header))),
    patterns: named('match').map((header) => pattern(header[1], invalid(header))),
  };
}

/**
 * Parses a JSON pointer to a place of a message (RFC 6901).
 *
 * @param fail creates the error for a problem
 */
export function pointer(text: string, fail: (what: string) => TurntableError): string {
  if (!/^(?:\/(?:[^~/]|~[01])*)+$/.test(text)) throw fail('it is not a JSON pointer such as /params/mcpServers');
  return text;
}

function pattern(value: string, fail: (what: string) => TurntableError): PatternRule {
  const header = readMatchHeader(value);
  if (typeof header === 'string') throw fail(header);
  return { ...header, pointer: pointer(header.pointer, fail) };
}
