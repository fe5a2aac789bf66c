import type { Severity } from '../check/engine/rule.js';
import type { Sender } from '../wire/frame.js';

/** What is checked: the options of `turntable check` (docs/checking.md), over those of `turntable.config.json` in the working folder. */
export interface CheckFixtureOptions {
  /** Rules or families that are left out: `['eos', 'plan/ids']`. */
  readonly ignore?: readonly string[];
  /** Rules that are off by default, or `all`. */
  readonly enable?: readonly string[];
  /** The draft of v2. Default: found out. */
  readonly dialect?: 'auto' | 'v2a' | 'v2b';
  /** Another configuration file. */
  readonly config?: string;
}

/** Where a conversation breaks the protocol: what `turntable check --format json` prints. */
export interface FixtureCheck {
  /** Of client and agent. */
  readonly frames: number;
  /** In the order of the conversation. */
  readonly violations: readonly FixtureViolation[];
  readonly counts: Readonly<Record<Severity, number>>;
}

/** A rule of the protocol that a message breaks. */
export interface FixtureViolation {
  readonly rule: string;
  readonly severity: Severity;
  /** Who broke it. */
  readonly fault: Sender;
  /** The frame that breaks it. */
  readonly seq: number;
  readonly sessionId: string | null;
  /** The number of the turn in its session. */
  readonly turn: number | null;
  readonly message: string;
  /** Other frames that show it. */
  readonly evidence: readonly number[];
  /** Messages of the two sides may have crossed: one severity less. */
  readonly raced: boolean;
}

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
