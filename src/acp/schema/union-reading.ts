import { isJsonObject, type JsonValue } from '../../wire/json-text.js';
import { changed, flatten, type Flat, type FlatMember } from './schema-flattening.js';
import type { SchemaDocument } from './sdk-schema.js';

/** How the alternatives of a union are told apart. */
export type UnionReading =
  /** One is anything: there is nothing to choose. */
  | { readonly kind: 'anything' }
  | { readonly kind: 'one'; readonly alternative: Flat }
  /** Strings; open where any other string will do as well. */
  | { readonly kind: 'enum'; readonly values: readonly string[]; readonly isOpen: boolean }
  | {
      readonly kind: 'tagged';
      readonly tag: string;
      readonly variants: ReadonlyMap<string, Flat>;
      readonly open: Flat | undefined;
      readonly untagged: Flat | undefined;
    }
  | { readonly kind: 'untagged'; readonly alternatives: readonly Flat[] };

/** Finds out how the alternatives (none of which is null only) are told apart. Throws where it cannot tell. */
export function readUnion(document: SchemaDocument, alternatives: readonly Flat[]): UnionReading {
  const [first] = alternatives;
  if (alternatives.some(isAnything)) return { kind: 'anything' };
  if (first !== undefined && alternatives.length === 1) return { kind: 'one', alternative: first };
  if (alternatives.every((flat) => isOnly(flat, 'string') && flat.format === undefined)) return readEnum(alternatives);
  const others = alternatives.filter(({ constant }) => constant === undefined);
  if (alternatives.every((flat) => isOnly(flat, 'integer')) && others.length === 1 && others[0] !== undefined) {
    // numbers of which some have a name: error codes
    return { kind: 'one', alternative: others[0] };
  }
  const tag = tagOf(document, alternatives);
  return tag === undefined ? { kind: 'untagged', alternatives } : readTagged(document, alternatives, tag);
}

/** Whether null is all that it takes. */
export function isNullOnly({ types }: Flat): boolean {
  return types?.size === 1 && types.has('null');
}

/** The text that a member must be, if it must be one. */
function constantOf(document: SchemaDocument, member: FlatMember | undefined): string | undefined {
  if (member === undefined) return undefined;
  const { constant } = flatten(document, member.schemas);
  return typeof constant === 'string' ? constant : undefined;
}

function isAnything({ types, members, required, unions, excluded }: Flat): boolean {
  const says = members.size > 0 || required.size > 0 || unions.length > 0;
  return types === undefined && !says && excluded === undefined;
}

function isOnly({ types }: Flat, type: string): boolean {
  return types?.size === 1 && types.has(type);
}

function readEnum(alternatives: readonly Flat[]): UnionReading {
  const values = alternatives.map(({ constant }) => constant).filter((constant) => typeof constant === 'string');
  return { kind: 'enum', values, isOpen: values.length < alternatives.length };
}

/** The required member that is a constant in most alternatives. */
function tagOf(document: SchemaDocument, alternatives: readonly Flat[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { members, required } of alternatives) {
    for (const name of required) {
      if (constantOf(document, members.get(name)) !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return [...counts].sort(([, left], [, right]) => right - left)[0]?.[0];
}

function readTagged(document: SchemaDocument, alternatives: readonly Flat[], tag: string): UnionReading {
  const variants = new Map<string, Flat>();
  let open: Flat | undefined;
  let untagged: Flat | undefined;
  for (const flat of alternatives) {
    const value = flat.required.has(tag) ? constantOf(document, flat.members.get(tag)) : undefined;
    if (value !== undefined && !variants.has(value)) variants.set(value, flat);
    else if (flat.excluded !== undefined && open === undefined) open = flat;
    else if (value === undefined && flat.excluded === undefined && untagged === undefined) untagged = flat;
    else throw new TypeError(`${flat.subject}: a second alternative for the tag "${tag}" is not known here.`);
  }
  if (open !== undefined) {
    checkExclusion(open, tag, [...variants.keys()]);
    open = changed(open, { excluded: undefined, free: true });
  }
  return { kind: 'tagged', tag, variants, open, untagged };
}

/** The open alternative has to exclude just the tags that the others have: that is what choosing by tag relies on. */
function checkExclusion({ excluded, subject }: Flat, tag: string, tags: readonly string[]): void {
  const parts = isJsonObject(excluded) && Array.isArray(excluded['anyOf']) ? (excluded['anyOf'] as JsonValue[]) : [];
  const tagsOut = tags.map((value) =>
    JSON.stringify({ type: 'object', properties: { [tag]: { type: 'string', const: value } }, required: [tag] }),
  );
  const found = parts.map((part) => JSON.stringify(part));
  if (JSON.stringify(found.sort()) === JSON.stringify(tagsOut.sort())) return;
  throw new TypeError(`${subject}: no one knows here what ${JSON.stringify({ not: excluded })} excludes.`);
}
