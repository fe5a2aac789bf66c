import { isJsonObject, type JsonObject, type JsonValue } from '../../wire/json-text.js';
import type { SchemaDocument, SchemaJson } from './sdk-schema.js';

/** A schema and the definition that it stands in. */
export interface Located {
  readonly schema: SchemaJson;
  readonly owner: string;
}

/** One member of an object: all that is said about it, and who said it first. */
export interface FlatMember {
  readonly name: string;
  readonly owner: string;
  readonly schemas: readonly Located[];
}

/** `anyOf`, or `oneOf`: exactly one alternative has to fit. */
export interface Union {
  readonly exclusive: boolean;
  readonly variants: readonly Located[];
}

/** A schema with its `$ref`s and `allOf`s merged into one; only its unions are still to be chosen from. */
export interface Flat {
  /** The definitions that were merged, from the outside in. */
  readonly names: readonly string[];
  /** The innermost of them, or the one that holds this schema. */
  readonly subject: string;
  readonly title: string | undefined;
  /** Undefined: any. */
  readonly types: ReadonlySet<string> | undefined;
  readonly constant: string | number | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly minLength: number | undefined;
  readonly minItems: number | undefined;
  /** `format` or `contentEncoding`. */
  readonly format: string | undefined;
  readonly members: ReadonlyMap<string, FlatMember>;
  readonly required: ReadonlySet<string>;
  /** The schema of the values of all members that are not listed. */
  readonly others: Located | undefined;
  /** Whether further members are welcome, as the schema says. */
  readonly free: boolean;
  readonly items: Located | undefined;
  readonly skipsInvalidItems: boolean;
  readonly unions: readonly Union[];
  /** What the schema excludes: only the last alternative of an open union does. */
  readonly excluded: JsonValue | undefined;
}

/** Keywords that say nothing about validity. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  'description',
  'title',
  'default',
  'discriminator',
  'x-docs-ignore',
  'x-method',
  'x-side',
  'x-deserialize-default-on-error',
  'x-deserialize-default-on-null',
]);

/** Formats that either have a role, or say what minimum and maximum say anyway. */
const FORMATS: ReadonlySet<string> = new Set([
  ...['int32', 'int64', 'uint16', 'uint32', 'uint64', 'double'],
  ...['uri', 'date-time', 'regex', 'base64'],
]);

const REF = '#/$defs/';

/** Merges all of `located` into one. Throws for what it does not know: nothing is silently left unchecked. */
export function flatten(document: SchemaDocument, located: readonly Located[]): Flat {
  const first = located[0];
  return located.map((one) => flattenOne(document, one)).reduce(intersection, emptyFlat(first?.owner ?? ''));
}

/** The name of the definition that a schema stands for and nothing else; annotations aside. */
export function soleReference(schema: SchemaJson): string | undefined {
  if (!isJsonObject(schema)) return undefined;
  const keywords = Object.keys(schema).filter((keyword) => !ANNOTATIONS.has(keyword));
  if (keywords.length !== 1) return undefined;
  const { $ref, allOf } = schema;
  if (typeof $ref === 'string') return referenced($ref);
  return Array.isArray(allOf) && allOf.length === 1 ? soleReference(allOf[0] as SchemaJson) : undefined;
}

/** The definition of that name. */
export function definitionOf(document: SchemaDocument, name: string): Located {
  const schema = Object.hasOwn(document.$defs, name) ? document.$defs[name] : undefined;
  if (schema === undefined) throw new TypeError(`The schema has no definition "${name}".`);
  return { schema, owner: name };
}

/** Definitions hold one another many times over. */
const flattened = new WeakMap<JsonObject, Flat>();

function flattenOne(document: SchemaDocument, { schema, owner }: Located): Flat {
  if (schema === true) return emptyFlat(owner);
  if (!isJsonObject(schema)) throw new TypeError(`${owner}: the schema false is not known here.`);
  const known = flattened.get(schema);
  if (known !== undefined) return known;
  let flat = emptyFlat(owner);
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'title') flat = changed(flat, { title: textOf(value) });
    if (ANNOTATIONS.has(keyword)) continue;
    if (keyword === '$ref') {
      const name = referenced(textOf(value));
      const target = flattenOne(document, definitionOf(document, name));
      flat = intersection(flat, changed(target, { title: undefined, names: [name, ...target.names] }));
    } else if (keyword === 'allOf') {
      for (const part of schemasOf(value)) flat = intersection(flat, flattenOne(document, { schema: part, owner }));
    } else {
      flat = intersection(flat, Object.assign(emptyFlat(owner), said(keyword, value, owner)));
    }
  }
  flattened.set(schema, flat);
  return flat;
}

/** What one keyword says. */
function said(keyword: string, value: JsonValue, owner: string): Partial<Flat> {
  switch (keyword) {
    case 'type':
      return { types: new Set(Array.isArray(value) ? (value as readonly string[]) : [textOf(value)]) };
    case 'const':
      if (typeof value !== 'string' && typeof value !== 'number') break;
      return { constant: value };
    case 'minimum':
    case 'maximum':
    case 'minLength':
    case 'minItems':
      return { [keyword]: Number(value) };
    case 'format':
    case 'contentEncoding':
      if (!FORMATS.has(textOf(value))) break;
      return { format: textOf(value) };
    case 'properties':
      return { members: membersOf(value as JsonObject, owner) };
    case 'required':
      return { required: new Set(value as readonly string[]) };
    case 'additionalProperties':
    case 'unevaluatedProperties':
      if (value === false) break;
      return value === true ? { free: true } : { others: { schema: value as SchemaJson, owner } };
    case 'items':
      return { items: { schema: value as SchemaJson, owner } };
    case 'x-deserialize-skip-invalid-items':
      return { skipsInvalidItems: value === true };
    case 'anyOf':
    case 'oneOf': {
      const variants = schemasOf(value).map((schema) => ({ schema, owner }));
      return { unions: [{ exclusive: keyword === 'oneOf', variants }] };
    }
    case 'not':
      return { excluded: value };
    default:
  }
  throw new TypeError(`${owner}: no one knows here what ${JSON.stringify({ [keyword]: value })} means in a schema.`);
}

function membersOf(properties: JsonObject, owner: string): Map<string, FlatMember> {
  const named = Object.entries(properties) as [string, SchemaJson][];
  return new Map(named.map(([name, schema]) => [name, { name, owner, schemas: [{ schema, owner }] }]));
}

const NO_MEMBERS: Flat['members'] = new Map();
const NO_NAMES: ReadonlySet<string> = new Set();

/** All are made of this one, so that all have one layout: each that a spread made would have its own. */
function emptyFlat(owner: string): Flat {
  return {
    names: [],
    subject: owner,
    title: undefined,
    types: undefined,
    constant: undefined,
    minimum: undefined,
    maximum: undefined,
    minLength: undefined,
    minItems: undefined,
    format: undefined,
    members: NO_MEMBERS,
    required: NO_NAMES,
    others: undefined,
    free: false,
    items: undefined,
    skipsInvalidItems: false,
    unions: [],
    excluded: undefined,
  };
}

/** The same, and some of it said otherwise. */
export function changed(flat: Flat, changes: Partial<Flat>): Flat {
  return Object.assign(emptyFlat(flat.subject), flat, changes);
}

/** What both say. */
export function intersection(left: Flat, right: Flat): Flat {
  return {
    names: joined(left.names, right.names),
    subject: right.names.at(-1) ?? left.names.at(-1) ?? right.subject,
    title: left.title ?? right.title,
    types: left.types && right.types ? common(left.types, right.types) : (left.types ?? right.types),
    constant: left.constant ?? right.constant,
    minimum: larger(left.minimum, right.minimum),
    maximum: smaller(left.maximum, right.maximum),
    minLength: larger(left.minLength, right.minLength),
    minItems: larger(left.minItems, right.minItems),
    format: left.format ?? right.format,
    members: commonMembers(left.members, right.members),
    required: right.required.size === 0 ? left.required : new Set([...left.required, ...right.required]),
    others: left.others ?? right.others,
    free: left.free || right.free,
    items: left.items ?? right.items,
    skipsInvalidItems: left.skipsInvalidItems || right.skipsInvalidItems,
    unions: joined(left.unions, right.unions),
    excluded: left.excluded ?? right.excluded,
  };
}

function joined<Item>(left: readonly Item[], right: readonly Item[]): readonly Item[] {
  return right.length === 0 ? left : [...left, ...right];
}

function commonMembers(left: Flat['members'], right: Flat['members']): Flat['members'] {
  if (right.size === 0) return left;
  const members = new Map(left);
  for (const [name, member] of right) {
    const { owner, schemas } = members.get(name) ?? member;
    members.set(name, members.has(name) ? { name, owner, schemas: [...schemas, ...member.schemas] } : member);
  }
  return members;
}

function common(left: ReadonlySet<string>, right: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...left].filter((type) => right.has(type)));
}

function larger(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined || right === undefined ? (left ?? right) : Math.max(left, right);
}

function smaller(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined || right === undefined ? (left ?? right) : Math.min(left, right);
}

function schemasOf(value: JsonValue): readonly SchemaJson[] {
  if (!Array.isArray(value)) throw new TypeError('A list of schemas is expected.');
  return value as readonly SchemaJson[];
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function referenced($ref: string): string {
  if (!$ref.startsWith(REF)) throw new TypeError(`No one knows here where ${$ref} leads.`);
  return $ref.slice(REF.length);
}
