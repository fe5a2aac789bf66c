import type { CheckFixtureOptions, FixtureCheck } from './types.js';

/**
 * Checks a fixture or a JSONL capture against the protocol, as `turntable check` does.
 *
 * @example
 * const { violations } = await checkFixture('fixtures/cancel.acp');
 * assert.deepEqual(violations.filter(({ severity, fault }) => severity === 'error' && fault === 'client'), []);
 *
 * @param source the path, or what the file holds
 * @throws {TurntableError} `FILE_UNREADABLE`, `FIXTURE_INVALID`, `CAPTURE_INVALID`, with file and line; `USAGE`, `CONFIG_INVALID`
 */
export async function checkFixture(
  source: string | Uint8Array,
  options: CheckFixtureOptions = {},
): Promise<FixtureCheck> {
  // the rules are many, and most tests only replay
  const { checkOf } = await import('./fixture-check.js');
  return checkOf(source, options);
}
