import { isJsonObject, type JsonObject, type JsonValue } from '../wire/json-text.js';

export function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function numberOf(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

export function objectOf(value: JsonValue | undefined): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

/** The elements of an array; none if the value is not an array. */
export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

/** The objects among the elements of an array. */
export function objectsOf(value: JsonValue | undefined): readonly JsonObject[] {
  return listOf(value).filter((element) => isJsonObject(element));
}
