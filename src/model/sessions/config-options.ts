import type { JsonObject } from '../../wire/json-text.js';
import { objectsOf, textOf } from '../json-access.js';
import type { Moment } from '../state/moment.js';
import type { Modes, Session } from '../state/session.js';

/** The id of a config option: `id` in v1, `configId` in v2 (spec: v1/session-config-options). */
export function optionIdOf(option: JsonObject): string | undefined {
  return textOf(option['configId'] ?? option['id']);
}

/** The values that a select offers, including those in groups, with duplicates. */
export function optionValuesOf({ options }: JsonObject): string[] {
  return objectsOf(options).flatMap((entry) =>
    Array.isArray(entry['options']) ? optionValuesOf(entry) : (textOf(entry['value']) ?? []),
  );
}

/**
 * v1: the config option for the modes: a select of category "mode" that has every mode among its values. An agent whose
 * ids differ on purpose has no such option.
 */
export function modeOptionOf(modes: Modes | undefined, options: readonly JsonObject[]): JsonObject | undefined {
  if (modes === undefined || modes.available.length === 0) return undefined;
  return options.find((option) => {
    if (option['category'] !== 'mode' || option['type'] !== 'select') return false;
    if (typeof option['currentValue'] !== 'string') return false;
    const values = new Set(optionValuesOf(option));
    return modes.available.every((id) => values.has(id));
  });
}

/** v1: remembers since when the modes and the config option for them disagree. */
export function compareModes(session: Session, { seq, at }: Moment): void {
  const { modes, configOptions } = session;
  const option = modeOptionOf(modes, configOptions ?? []);
  const isEqual = option === undefined || option['currentValue'] === modes?.current;
  session.modesDiverged = isEqual ? undefined : (session.modesDiverged ?? { seq, at });
}
