import type { JsonValue } from '../../../wire/json-text.js';

/** Versions are integers of 16 bits (schema: ProtocolVersion). */
export function isVersion(value: JsonValue | undefined): value is number {
  return Number.isInteger(value) && typeof value === 'number' && value >= 0 && value <= 65_535;
}

/** Whether a version of ACP exists. */
export function isKnownVersion(value: number): boolean {
  return value === 1 || value === 2;
}
