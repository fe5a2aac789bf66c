import { TurntableError } from '../errors.js';
import type { FixtureHeader } from '../fixture/format.js';
import type { PatternRule } from './options.js';

/** What the headers of a fixture say about its replay: `# ignore: /json/pointer` and `# match: /json/pointer ~ /pattern/`. */
export interface FixtureRules {
  readonly ignore: readonly string[];
  readonly patterns: readonly PatternRule[];
}

/**
 * Reads the headers that concern the replay.
 *
 * @param file the name that errors give
 * @throws {TurntableError} `FIXTURE_INVALID`
 */
export function rulesOfFixture(headers: readonly FixtureHeader[], file: string): FixtureRules {
  const valuesOf = (wanted: string) => headers.filter(([name]) => name === wanted).map(([, value]) => value);
  return {
    ignore: valuesOf('ignore').map((value) => pointer(value, (what) => invalid(file, 'ignore', value, what))),
    patterns: valuesOf('match').map((value) => pattern(value, file)),
  };
}

/**
 * A JSON pointer to a place of a message (RFC 6901).
 *
 * @param fail makes the error for what is wrong
 */
export function pointer(text: string, fail: (what: string) => TurntableError): string {
  if (!/^(?:\/(?:[^~/]|~[01])*)+$/.test(text)) throw fail('it is no JSON pointer like /params/mcpServers');
  return text;
}

function pattern(value: string, file: string): PatternRule {
  const [, place, source, flags] = /^(\S+) ~ \/(.*)\/([a-z]*)$/.exec(value) ?? [];
  if (place === undefined || source === undefined) {
    throw invalid(file, 'match', value, 'it is not of the form /json/pointer ~ /pattern/');
  }
  const fail = (what: string) => invalid(file, 'match', value, what);
  try {
    // a pattern that remembers where it stopped would give another answer the second time
    return { pointer: pointer(place, fail), pattern: new RegExp(source, flags?.replaceAll(/[gy]/g, '')) };
  } catch (thrown) {
    if (thrown instanceof TurntableError) throw thrown;
    throw fail(thrown instanceof Error ? thrown.message : 'it is no regular expression');
  }
}

function invalid(file: string, header: string, value: string, what: string): TurntableError {
  return new TurntableError('FIXTURE_INVALID', `${file}: # ${header}: ${value}: ${what}`, {
    hint: 'Nothing was sent. The headers: docs/replay.md',
  });
}
