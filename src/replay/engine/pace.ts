import { TurntableError } from '../../errors.js';

/** How long the recorded pauses last in a replay. */
export interface Pace {
  /** 0: no pauses; 1: as recorded; 4: four times as fast. */
  readonly speed: number;
  /** No pause is longer than this, in ms. */
  readonly maxGapMs: number;
}

/** The longest time for a timer, in ms: 24 days. A longer timer would end at once. */
export const LONGEST_MS = 2 ** 31 - 1;

export const INSTANT: Pace = { speed: 0, maxGapMs: Infinity };

/** The pause before a frame, in ms. */
export function pauseMs(pauseNs: number, { speed, maxGapMs }: Pace): number {
  return speed === 0 ? 0 : Math.min(pauseNs / 1e6 / speed, maxGapMs, LONGEST_MS);
}

/**
 * Parses `instant`, `recorded` or `4x`.
 *
 * @throws {TurntableError} `USAGE`
 */
export function parseSpeed(text: string): number {
  if (text === 'instant') return 0;
  if (text === 'recorded') return 1;
  const speed = /^(\d+(?:\.\d+)?)x$/.exec(text)?.[1];
  if (speed !== undefined && Number(speed) > 0) return Number(speed);
  throw new TurntableError(
    'USAGE',
    `invalid --pace ${JSON.stringify(text)}: use instant, recorded or a speed such as 4x`,
  );
}

/**
 * Parses a time: `500ms`, `30s`, `2m`, `0`.
 *
 * @returns ms, at most the longest time for a timer
 * @throws {TurntableError} `USAGE`
 */
export function parseDuration(text: string, option: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text) ?? [];
  if (number === undefined || (unit === undefined && Number(number) !== 0)) {
    throw new TurntableError('USAGE', `invalid ${option} ${JSON.stringify(text)}: use a time such as 500ms, 30s or 2m`);
  }
  return Math.min(Number(number) * (unit === 'm' ? 60_000 : unit === 's' ? 1_000 : 1), LONGEST_MS);
}
