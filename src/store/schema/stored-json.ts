import type { FixtureHeader } from '../../fixture/format/format.js';
import type { EventFields } from '../../wire/frame.js';
import type { JournalDamage } from '../../wire/journal-damage.js';
import { NO_DAMAGE } from '../../wire/journal-damage.js';
import type { ProcessIdentity } from '../../wire/journal-header.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../wire/json-text.js';

/**
 * Readers for columns that hold JSON. A damaged or foreign database may hold anything there: invalid values are ignored, and `verify`
 * reports them.
 */

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
  return Object.fromEntries(
    Object.entries(storedObject(text) ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

/** Undefined if the journal had no damage. */
export function storedDamage(text: string | null): JournalDamage | undefined {
  if (text === null) return undefined;
  const counts = Object.entries(storedObject(text) ?? {}).filter(([, count]) => typeof count === 'number');
  return { ...NO_DAMAGE, ...Object.fromEntries(counts) };
}

/** The process that has claimed a recording; undefined if none has. */
export function storedProcess(text: string | null): ProcessIdentity | undefined {
  const { pid, namespace, startedAt, boot } = storedObject(text) ?? {};
  // 0 and negative numbers mean groups of processes
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
  if (typeof namespace !== 'string' || typeof startedAt !== 'string' || typeof boot !== 'string') return undefined;
  return { pid, namespace, startedAt, boot };
}

export function storedObject(text: string | null): JsonObject | undefined {
  const json = parsed(text);
  return isJsonObject(json) ? json : undefined;
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
