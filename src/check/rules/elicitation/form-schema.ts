import { listOf, objectOf, objectsOf, textOf } from '../../../model/json-access.js';
import type { Step } from '../../../model/state/step.js';
import { compileRegex } from '../../../pattern/compile-pattern.js';
import type { PatternProblem } from '../../../pattern/regex-node.js';
import type { TextMatcher } from '../../../pattern/text-matcher.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../wire/json-text.js';
import { enumerated, quoted } from '../../engine/wording.js';

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

/** The compiled pattern of a field, or why it cannot be run; undefined if the field has no pattern. */
export function patternOf(schema: JsonObject): TextMatcher | PatternProblem | undefined {
  const pattern = textOf(schema['pattern']);
  if (pattern === undefined) return undefined;
  // JSON Schema asks for the flag u; a pattern that is invalid with it was written without it
  const strict = compileRegex(pattern, 'u');
  return isInvalid(strict) ? compileRegex(pattern, '') : strict;
}

/** Whether JavaScript rejects a pattern. A pattern that only the checker cannot run is not judged. */
export function isInvalid(pattern: TextMatcher | PatternProblem | undefined): pattern is PatternProblem {
  return pattern !== undefined && 'kind' in pattern && pattern.kind === 'invalid';
}

/** The schema that a form asks for. */
export function requestedOf({ params }: Step): JsonObject | undefined {
  return params?.['mode'] === 'form' ? objectOf(params['requestedSchema']) : undefined;
}

export function named(fields: readonly Field[]): string {
  return enumerated(fields.slice(0, 5).map(({ name }) => `property ${quoted(name)}`));
}
