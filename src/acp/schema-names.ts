import { flatten, intersection, type Flat } from './schema-flattening.js';
import type { SchemaDocument } from './sdk-schema.js';
import { isNullOnly } from './union-reading.js';

/** All names that one schema file knows: the members of each definition, and the values that they may have. */
export interface SchemaNames {
  /** Definition to its members, with those of everything that it is merged with. */
  readonly members: ReadonlyMap<string, ReadonlySet<string>>;
  /** "Definition.member" to the values of its enum, or the tags of the union that it chooses from. */
  readonly values: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Reads the names of all definitions, through all unions. */
export function readNames(document: SchemaDocument): SchemaNames {
  const members = new Map<string, Set<string>>();
  const values = new Map<string, Set<string>>();
  for (const name of Object.keys(document.$defs)) {
    const reference = { schema: { $ref: `#/$defs/${name}` }, owner: name };
    for (const flat of expansionsOf(document, flatten(document, [reference]))) {
      for (const definition of flat.names) addAll(members, definition, flat.members.keys());
      for (const { owner, name: member, schemas } of flat.members.values()) {
        addAll(values, `${owner}.${member}`, wordsOf(document, flatten(document, schemas)));
      }
    }
  }
  return { members, values };
}

/** Every object that a schema allows, its unions chosen from in every way. */
function expansionsOf(document: SchemaDocument, flat: Flat): readonly Flat[] {
  const [union, ...unions] = flat.unions;
  if (union === undefined) return [flat];
  return union.variants
    .map((variant) => flatten(document, [variant]))
    .filter((variant) => !isNullOnly(variant))
    .flatMap((variant) => expansionsOf(document, intersection({ ...flat, unions }, variant)));
}

/** The constants among what a member may be; of an array, among what its items may be. */
function wordsOf(document: SchemaDocument, { constant, items, members, unions }: Flat): readonly string[] {
  // objects have words of their own
  if (members.size > 0) return [];
  if (typeof constant === 'string') return [constant];
  const inner = [...unions.flatMap(({ variants }) => variants), ...(items === undefined ? [] : [items])];
  return inner.flatMap((located) => wordsOf(document, flatten(document, [located])));
}

function addAll(into: Map<string, Set<string>>, key: string, words: Iterable<string>): void {
  const known = into.get(key) ?? new Set();
  for (const word of words) known.add(word);
  into.set(key, known);
}
