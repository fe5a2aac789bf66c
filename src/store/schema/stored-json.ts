import type { FixtureHeader } from '../../fixture/format/format.js';
import type { EventFields } from '../../wire/frame.js';
import type { JournalDamage } from '../../wire/journal-damage.js';
import { NO_DAMAGE } from '../../wire/journal-damage.js';
import { isJsonObject, type JsonValue } from '../../wire/json-text.js';

/** Columns that hold JSON. A damaged or foreign database may hold anything there: that is read as nothing, and `verify` tells. */

export function storedArgv(text: string | null): readonly string[] | undefined {
  const json = parsed(text);
  return isTexts(json) ? json : undefined;
}

export function storedHeaders(text: string | null): readonly FixtureHeader[] | undefined {
  const json = parsed(text);
  if (!Array.isArray(json)) return undefined;
  return (json as JsonValue[]).flatMap((pair) => (isTexts(pair) ? [[pair[0] ?? '', pair[1] ?? ''] as const] : []));
}

export function storedFields(text: string): EventFields {
  const json = parsed(text);
  if (!isJsonObject(json)) return {};
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

/** Undefined for a journal that was whole. */
export function storedDamage(text: string | null): JournalDamage | undefined {
  if (text === null) return undefined;
  const json = parsed(text);
  const counts = isJsonObject(json) ? Object.entries(json).filter(([, count]) => typeof count === 'number') : [];
  return { ...NO_DAMAGE, ...Object.fromEntries(counts) };
}

function isTexts(json: JsonValue | undefined): json is string[] {
  return Array.isArray(json) && json.every((each) => typeof each === 'string');
}

function parsed(text: string | null): JsonValue | undefined {
  try {
    return text === null ? undefined : (JSON.parse(text) as JsonValue);
  } catch {
    return undefined;
  }
}
