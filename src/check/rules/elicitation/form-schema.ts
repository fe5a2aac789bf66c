import { isJsonObject, type JsonObject, type JsonValue } from '../../../wire/json-text.js';
import { listOf, objectOf, objectsOf, textOf } from '../../../model/json-access.js';

/** One field of a form: a property of the requested schema. */
export interface Field {
  readonly name: string;
  readonly schema: JsonObject;
}

export function fieldsOf(requestedSchema: JsonObject | undefined): Field[] {
  const properties = objectOf(requestedSchema?.['properties']) ?? {};
  return Object.entries(properties).flatMap(([name, schema]) => (isJsonObject(schema) ? [{ name, schema }] : []));
}

/** The values that a field offers to choose from; undefined where the user may write anything. */
export function choicesOf(schema: JsonObject): readonly JsonValue[] | undefined {
  if (Array.isArray(schema['enum'])) return listOf(schema['enum']);
  const titled = schema['oneOf'] ?? schema['anyOf'];
  return Array.isArray(titled) ? objectsOf(titled).map((choice) => choice['const'] ?? null) : undefined;
}

/** A pattern of the wire, ready to be tried; undefined where it is none, and an Error's text where it cannot be one. */
export function patternOf(schema: JsonObject): RegExp | string | undefined {
  const pattern = textOf(schema['pattern']);
  if (pattern === undefined) return undefined;
  try {
    return new RegExp(pattern, 'u');
  } catch {
    try {
      return new RegExp(pattern);
    } catch (thrown) {
      return thrown instanceof Error ? thrown.message : String(thrown);
    }
  }
}

/**
 * Whether a pattern from the wire can be tried on a text without fear that it takes for ever: no repetition of what is
 * itself repeated or has alternatives, no references back, and both of them short.
 */
export function isQuick({ source }: RegExp, text: string): boolean {
  if (source.length > 200 || text.length > 1_000) return false;
  const plain = source.replaceAll(/\\./g, 'x').replaceAll(/\[[^\]]*\]/g, 'x');
  const unbounded = plain.match(/[*+]|\{\d+,\d*\}/g) ?? [];
  return !/\\[1-9k]/.test(source) && !/\([^)]*[*+{|][^)]*\)[*+{]/.test(plain) && unbounded.length <= 3;
}
