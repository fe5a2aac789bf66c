import { listOf, numberOf, objectOf, textOf } from '../../../model/json-access.js';
import { TextMatcher } from '../../../pattern/text-matcher.js';
import type { JsonObject, JsonValue } from '../../../wire/json-text.js';
import { claimWithin } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import { listed } from '../../engine/shape-wording.js';
import { quoted } from '../../engine/wording.js';
import { choicesOf, fieldsOf, patternOf } from './form-schema.js';

/** Longer texts are not matched against a pattern, in UTF-16 code units. */
const TRIED_TEXT_LIMIT = 100_000;

export const contentMismatch = defineRule({
  id: 'elicitation/content-mismatch',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'The submitted content should match the form.',
  explanation:
    'The agent passes the values to a tool that trusts the schema. Text instead of a number, or a choice that was ' +
    'not offered, makes the tool fail far away from the form. Validate the input before you answer "accept", and ' +
    'send each value with its JSON type.\n\n' +
    'Only an info for content with "decline" or "cancel", because agents ignore it, and for content with an ' +
    'accepted page: the user types into the page itself, and "accept" only says that it was opened. Not checked: ' +
    'missing content, which is legal; fields of types that the protocol does not define; formats; patterns that ' +
    'Turntable cannot run (look-around, back-references, very large ones); patterns on texts of more than 100,000 ' +
    'characters.',
  spec: 'v1/elicitation',
  messages: {
    mismatch: 'content.{field} {problem}',
    unasked: 'the content comes with action {action}; agents ignore it',
    page: 'the content ({fields}) comes with an accepted page; a page asks for none',
  },
  on: ['response:elicitation/create'],
  inspect(context) {
    const { step, report } = context;
    const answer = objectOf(step.result);
    const content = objectOf(answer?.['content']);
    if (content === undefined || step.exchange === undefined) return;
    const { action } = answer ?? {};
    const evidence = [step.exchange];
    if (action !== 'accept') {
      if (action !== 'decline' && action !== 'cancel') return;
      claimWithin(context, ['content']);
      report('unasked', { data: { action: quoted(action) }, severity: 'info', evidence });
      return;
    }
    const fields = Object.keys(content);
    if (step.params?.['mode'] === 'url' && fields.length > 0) {
      const data = { fields: listed(fields.map((field) => quoted(field))) };
      report('page', { data, severity: 'info', evidence });
    }
    const schema = step.params?.['mode'] === 'form' ? objectOf(step.params['requestedSchema']) : undefined;
    if (schema === undefined) return;
    for (const [field, problem] of problemsOf(schema, content)) {
      claimWithin(context, ['content', field]);
      report('mismatch', { data: { field, problem }, evidence });
    }
  },
});

function problemsOf(schema: JsonObject, content: JsonObject): [field: string, problem: string][] {
  const problems: [string, string][] = [];
  const fields = fieldsOf(schema);
  const known = new Set(fields.map(({ name }) => name));
  for (const name of listOf(schema['required'])) {
    const isMissing = typeof name === 'string' && known.has(name) && !Object.hasOwn(content, name);
    if (isMissing) problems.push([name, 'is missing, but the form requires it']);
  }
  for (const field of fields) {
    // a field may be called "toString", which every object has
    const value = Object.hasOwn(content, field.name) ? content[field.name] : undefined;
    const problem = value === undefined ? undefined : problemOf(field.schema, value);
    if (problem !== undefined) problems.push([field.name, problem]);
  }
  return problems;
}

/** What is wrong with one value. */
function problemOf(schema: JsonObject, value: JsonValue): string | undefined {
  switch (schema['type']) {
    case 'string':
      return typeof value === 'string' ? problemOfText(schema, value) : `is ${quoted(value)}; it must be a string`;
    case 'integer':
      if (!Number.isInteger(value)) return `is ${quoted(value)}; it must be an integer`;
      return problemOfRange(schema, numberOf(value) ?? 0, ['minimum', 'maximum']);
    case 'number':
      if (typeof value !== 'number') return `is ${quoted(value)}; it must be a number`;
      return problemOfRange(schema, value, ['minimum', 'maximum']);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `is ${quoted(value)}; it must be true or false`;
    case 'array':
      return Array.isArray(value) ? problemOfList(schema, value) : `is ${quoted(value)}; it must be a list`;
    default:
      return undefined;
  }
}

function problemOfText(schema: JsonObject, value: string): string | undefined {
  const choices = choicesOf(schema);
  if (choices !== undefined && !choices.includes(value)) {
    return `is ${quoted(value)}; the choices are ${listed(choices.map((choice) => quoted(choice)))}`;
  }
  // length counts characters in JSON Schema, not UTF-16 units
  const problem = problemOfRange(schema, Array.from(value).length, ['minLength', 'maxLength']);
  if (problem !== undefined) return `has the wrong length: it ${problem}`;
  if (value.length > TRIED_TEXT_LIMIT) return undefined;
  const pattern = patternOf(schema);
  if (!(pattern instanceof TextMatcher) || pattern.isIn(value)) return undefined;
  return `is ${quoted(value)}, which does not match the pattern ${quoted(textOf(schema['pattern']))}`;
}

function problemOfList(schema: JsonObject, values: readonly JsonValue[]): string | undefined {
  const choices = choicesOf(objectOf(schema['items']) ?? {});
  const other = choices === undefined ? undefined : values.find((value) => !choices.includes(value));
  if (other !== undefined) {
    return `has ${quoted(other)}; the choices are ${listed((choices ?? []).map((choice) => quoted(choice)))}`;
  }
  const problem = problemOfRange(schema, values.length, ['minItems', 'maxItems']);
  return problem === undefined ? undefined : `has the wrong number of values: it ${problem}`;
}

function problemOfRange(schema: JsonObject, found: number, [least, most]: [string, string]): string | undefined {
  const minimum = numberOf(schema[least]);
  const maximum = numberOf(schema[most]);
  if (minimum !== undefined && found < minimum) return `is ${found}; ${least} is ${minimum}`;
  if (maximum !== undefined && found > maximum) return `is ${found}; ${most} is ${maximum}`;
  return undefined;
}
