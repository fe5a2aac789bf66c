import { listOf, objectOf, textOf } from '../../../model/json-access.js';
import { problemText } from '../../../pattern/compile-pattern.js';
import type { JsonObject } from '../../../wire/json-text.js';
import { claimAt, claimWithin } from '../../engine/claims.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import type { Severity, Verdict } from '../../engine/severity.js';
import { enumerated, quoted } from '../../engine/wording.js';
import { choicesOf, type Field, fieldsOf, isInvalid, named, patternOf, requestedOf } from './form-schema.js';

/** In v1 readers may fill it in; the November draft of v2 requires it. */
const FILLED_IN: { readonly severity: Severity; readonly dialects: Record<'v2a' | 'v2b', Verdict> } = {
  severity: 'warning',
  dialects: { v2a: 'warning', v2b: 'error' },
};

const PLACE = ['requestedSchema'];

/** Keywords of JSON Schema that combine schemas, which no form can show. */
const COMBINING = ['$ref', 'allOf', 'if', 'not', 'dependentSchemas', 'patternProperties'];

/** Where the combined parts are defined. */
const SHARED = [
  [...PLACE, '$defs'],
  [...PLACE, 'definitions'],
];

const FLAT_MESSAGES = {
  type: 'requestedSchema has type {found}; a form must have type "object"',
  properties: 'requestedSchema has no properties, so the form asks for nothing',
  nested: '{fields}: {type} cannot be a field of a form; use string, number, integer, boolean or an array of choices',
  combining: '{fields}: {keyword} cannot be used in the schema of a form',
  ignored: '{keyword} has no meaning in the schema of a form; readers ignore it',
  required: 'required names {names}, but the form has no such property',
  choices: '{fields}: the list of choices is empty',
  pattern: '{fields}: the pattern is invalid ({why})',
} as const;

export const schemaNotFlat = defineRule({
  id: 'elicitation/schema-not-flat',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The schema of a form must be an object of simple fields.',
  explanation:
    'Clients draw one input per property: a text, a number, a switch, or a choice. They cannot draw nested objects, ' +
    'lists of objects, or schemas combined with $ref or allOf, so they leave out the field or refuse the request. A ' +
    'user cannot fill in a required field that does not exist, or choose from an empty list. A client cannot check ' +
    'an invalid pattern. Flatten the schema before you send it, or ask twice.\n\n' +
    'Only a warning for $schema and enumNames, which readers ignore, and for a missing type or missing properties, ' +
    'which they fill in. In the November draft of v2 a missing type or missing properties are an error. Not ' +
    'reported: types that the protocol does not define.',
  spec: 'v1/elicitation',
  messages: FLAT_MESSAGES,
  on: ['request:elicitation/create'],
  inspect(context) {
    const { step, report } = context;
    const schema = requestedOf(step);
    if (schema === undefined) return;
    const { type } = schema;
    if (type !== 'object') {
      claimAt(context, [...PLACE, 'type']);
      const severity = type === undefined ? FILLED_IN.severity : 'error';
      report('type', { data: { found: quoted(type) }, ...(type === undefined ? FILLED_IN : { severity }) });
    }
    if (schema['properties'] === undefined) {
      claimAt(context, [...PLACE, 'properties']);
      report('properties', FILLED_IN);
    }
    const fields = fieldsOf(schema);
    reportFields(context, fields);
    for (const keyword of ['$schema', 'enumNames']) {
      const isThere = [schema, ...fields.map((field) => field.schema)].some((one) => one[keyword] !== undefined);
      if (!isThere) continue;
      claimAt(context, [...PLACE, keyword], ...fields.map(({ name }) => [...PLACE, 'properties', name, keyword]));
      report('ignored', { data: { keyword }, severity: 'warning' });
    }
    const combined = COMBINING.find((keyword) => schema[keyword] !== undefined);
    if (combined !== undefined) {
      claimAt(context, [...PLACE, combined], ...SHARED);
      report('combining', { data: { fields: 'the form', keyword: combined } });
    }
    const names = listOf(schema['required']).flatMap((name) => textOf(name) ?? []);
    const unknown = names.filter((name) => !Object.hasOwn(objectOf(schema['properties']) ?? {}, name));
    if (unknown.length > 0 && schema['properties'] !== undefined) {
      report('required', { data: { names: enumerated(unknown.map((name) => quoted(name))) } });
    }
  },
});

type Asked = Context<typeof FLAT_MESSAGES>;

function reportFields(context: Asked, fields: readonly Field[]): void {
  const { report, step } = context;
  const combining = fields.filter(({ schema }) => COMBINING.some((keyword) => schema[keyword] !== undefined));
  for (const { name } of combining) claimWithin(context, [...PLACE, 'properties', name]);
  const [first] = combining;
  if (first !== undefined) {
    const keyword = COMBINING.find((one) => first.schema[one] !== undefined) ?? '';
    claimAt(context, ...SHARED);
    report('combining', { data: { fields: named(combining), keyword } });
  }
  const nested = fields.filter((field) => !combining.includes(field) && isNested(field.schema));
  for (const { name } of nested) claimWithin(context, [...PLACE, 'properties', name]);
  const [inner] = nested;
  if (inner !== undefined) {
    const what = inner.schema['type'] === 'array' ? 'an array of objects' : 'an object';
    report('nested', { data: { fields: named(nested), type: what } });
  }
  const simple = fields.filter((field) => !combining.includes(field) && !nested.includes(field));
  const choiceless = simple.filter(({ schema }) => choicesOf(schema)?.length === 0);
  for (const { name } of choiceless) {
    const place = [...PLACE, 'properties', name];
    claimAt(context, [...place, 'enum'], [...place, 'oneOf']);
  }
  if (choiceless.length > 0) {
    report('choices', { data: { fields: named(choiceless) }, severity: step.version === 2 ? 'error' : 'warning' });
  }
  const unreadable = simple.filter(({ schema }) => isInvalid(patternOf(schema)));
  const [pattern] = unreadable;
  if (pattern === undefined) return;
  for (const { name } of unreadable) claimAt(context, [...PLACE, 'properties', name, 'pattern']);
  const problem = patternOf(pattern.schema);
  const why = isInvalid(problem) ? problemText(textOf(pattern.schema['pattern']) ?? '', problem) : '';
  report('pattern', { data: { fields: named(unreadable), why } });
}

function isNested({ type, items, properties }: JsonObject): boolean {
  if (type === 'object' || (type === undefined && properties !== undefined)) return true;
  const item = objectOf(items);
  return type === 'array' && (item?.['type'] === 'object' || item?.['properties'] !== undefined);
}
