import { changed, flatten, intersection, type Flat, type Located } from './schema-flattening.js';
import type { SchemaDocument } from './sdk-schema.js';
import { isNullOnly } from './union-reading.js';

/** Words by what has them. */
interface Words {
  get(name: string): ReadonlySet<string> | undefined;
}

/** All names that one schema file knows: the members of each definition, and the values that they may have. */
export interface SchemaNames {
  /** Definition to its members, with those of everything that it is merged with. */
  readonly members: Words;
  /** "Definition.member" to the values of its enum, or the tags of the union that it chooses from. */
  readonly values: Words;
}

/** Reads the names of all definitions, through all unions. */
export function readNames(document: SchemaDocument): SchemaNames {
  const members = new Map<string, Set<string>>();
  const schemas = new Map<string, Set<readonly Located[]>>();
  for (const name of Object.keys(document.$defs)) {
    const reference = { schema: { $ref: `#/$defs/${name}` }, owner: name };
    for (const flat of expansionsOf(document, flatten(document, [reference]))) {
      for (const definition of flat.names) addAll(members, definition, flat.members.keys());
      for (const member of flat.members.values()) addAll(schemas, `${member.owner}.${member.name}`, [member.schemas]);
    }
  }
  return { members, values: new Values(document, schemas) };
}

/** Values of members, read when they are first asked for: of most members they never are. */
class Values implements Words {
  readonly #document: SchemaDocument;
  readonly #schemas: ReadonlyMap<string, Iterable<readonly Located[]>>;
  readonly #read = new Map<string, ReadonlySet<string>>();

  /** @param schemas what is said of a member, wherever it stands */
  constructor(document: SchemaDocument, schemas: ReadonlyMap<string, Iterable<readonly Located[]>>) {
    this.#document = document;
    this.#schemas = schemas;
  }

  get(member: string): ReadonlySet<string> | undefined {
    const schemas = this.#schemas.get(member);
    if (schemas === undefined) return undefined;
    const known = this.#read.get(member);
    if (known !== undefined) return known;
    const words = new Set(Array.from(schemas, (said) => wordsOf(this.#document, flatten(this.#document, said))).flat());
    this.#read.set(member, words);
    return words;
  }
}

/** Every object that a schema allows, its unions chosen from in every way. */
function expansionsOf(document: SchemaDocument, flat: Flat): readonly Flat[] {
  const [union, ...unions] = flat.unions;
  if (union === undefined) return [flat];
  return union.variants
    .map((variant) => flatten(document, [variant]))
    .filter((variant) => !isNullOnly(variant))
    .flatMap((variant) => expansionsOf(document, intersection(changed(flat, { unions }), variant)));
}

/** The constants among what a member may be; of an array, among what its items may be. */
function wordsOf(document: SchemaDocument, { constant, items, members, unions }: Flat): readonly string[] {
  // objects have words of their own
  if (members.size > 0) return [];
  if (typeof constant === 'string') return [constant];
  const inner = [...unions.flatMap(({ variants }) => variants), ...(items === undefined ? [] : [items])];
  return inner.flatMap((located) => wordsOf(document, flatten(document, [located])));
}

function addAll<Item>(into: Map<string, Set<Item>>, key: string, items: Iterable<Item>): void {
  const known = into.get(key) ?? new Set<Item>();
  for (const item of items) known.add(item);
  into.set(key, known);
}
