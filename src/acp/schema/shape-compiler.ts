import { isJsonObject } from '../../wire/json-text.js';
import { ObjectNode, type MemberNode } from './object-node.js';
import { ROLE_CHECKS, type RoleCheck } from './role-checks.js';
import { DEFINITION_ROLES, FORMAT_ROLES, MEMBER_ROLES, NAMED_VALUE_MAPS, NAMED_VALUES, type Role } from './roles.js';
import {
  changed,
  definitionOf,
  flatten,
  intersection,
  soleReference,
  type Flat,
  type FlatMember,
  type Located,
} from './schema-flattening.js';
import type { SchemaDocument } from './sdk-schema.js';
import type { Shape, ShapeFinding } from './shape.js';
import { Walk, type ShapeNode } from './shape-walk.js';
import { TaggedNode, UntaggedNode } from './union-nodes.js';
import { isNullOnly, readUnion, type UnionReading } from './union-reading.js';
import {
  ANYTHING,
  BOOLEAN,
  EnumNode,
  LazyNode,
  ListNode,
  META,
  NULL,
  NullableNode,
  NumberNode,
  TextNode,
} from './value-nodes.js';

const NOTHING: readonly ShapeFinding[] = Object.freeze([]);

/**
 * Compiles the definitions of one schema file, each when it is first needed.
 *
 * A walker of our own and no validator of others, because one walk has to say what is broken in the variant that was
 * meant, what readers silently drop, what is legal and yet unknown, and what only the prose forbids. Throws for a
 * keyword that it does not know, so that a new SDK cannot weaken the checks unnoticed.
 */
export class ShapeCompiler {
  readonly #document: SchemaDocument;
  readonly #definitions = new Map<string, LazyNode>();
  readonly #walk = new Walk();

  constructor(document: SchemaDocument) {
    this.#document = document;
  }

  /** The shape of a definition. Throws where there is none of that name. */
  shape(name: string): Shape {
    const walk = this.#walk;
    const node = this.#definition(name);
    return {
      examine: (value = {}) => {
        walk.start(name);
        node.visit(value, walk);
        const { findings } = walk;
        walk.findings = undefined;
        return findings ?? NOTHING;
      },
    };
  }

  #definition(name: string): LazyNode {
    const known = this.#definitions.get(name);
    if (known !== undefined) return known;
    definitionOf(this.#document, name);
    const reference = { schema: { $ref: `#/$defs/${name}` }, owner: name };
    const node = new LazyNode(() => this.#compile(flatten(this.#document, [reference]), undefined));
    this.#definitions.set(name, node);
    return node;
  }

  /** `key`: the definition and member that the value belongs to, as the table of roles has them. */
  #node(schemas: readonly Located[], key: string | undefined): ShapeNode {
    const [first] = schemas;
    const name = first !== undefined && schemas.length === 1 ? soleReference(first.schema) : undefined;
    if (name !== undefined && (Object.hasOwn(DEFINITION_ROLES, name) || !Object.hasOwn(MEMBER_ROLES, key ?? ''))) {
      return this.#definition(name);
    }
    return this.#compile(flatten(this.#document, schemas), key);
  }

  #compile(flat: Flat, key: string | undefined): ShapeNode {
    if (flat.unions.length > 0) return this.#compileUnion(flat, key);
    if (flat.excluded !== undefined) throw new TypeError(`${flat.subject}: "not" is known only in open unions.`);
    const types = [...(flat.types ?? [])].filter((type) => type !== 'null');
    if (flat.types === undefined) {
      if (flat.members.size > 0 || flat.items !== undefined) throw new TypeError(`${flat.subject} says no type.`);
      return ANYTHING;
    }
    if (types.length === 0) return NULL;
    const [type = ''] = types;
    if (types.length > 1) throw new TypeError(`${flat.subject}: several types are known only in unions.`);
    const node = this.#compileType(type, flat, key);
    return flat.types.has('null') ? new NullableNode(node) : node;
  }

  #compileType(type: string, flat: Flat, key: string | undefined): ShapeNode {
    switch (type) {
      case 'string':
        if (typeof flat.constant === 'string') return new EnumNode([flat.constant], false);
        return new TextNode(flat.minLength ?? 0, checkFor(flat, key));
      case 'integer':
      case 'number': {
        const range = [flat.minimum ?? -Infinity, flat.maximum ?? Infinity] as const;
        const isChecked = flat.minimum === undefined || flat.minimum <= 0;
        return new NumberNode(type === 'integer', range, isChecked ? checkFor(flat, key) : undefined);
      }
      case 'boolean':
        return BOOLEAN;
      case 'array': {
        const items = flat.items === undefined ? ANYTHING : this.#node([flat.items], key);
        return new ListNode(items, { minItems: flat.minItems ?? 0, skipsInvalidItems: flat.skipsInvalidItems });
      }
      case 'object':
        return this.#compileObject(flat, key);
      default:
        throw new TypeError(`${flat.subject}: the type "${type}" is not known here.`);
    }
  }

  #compileObject(flat: Flat, key: string | undefined): ShapeNode {
    for (const name of flat.required) {
      if (!flat.members.has(name)) throw new TypeError(`${flat.subject} requires "${name}", of which it says nothing.`);
    }
    const isMap = NAMED_VALUE_MAPS.has(key ?? '') && flat.others !== undefined;
    return new ObjectNode({
      type: flat.subject,
      members: Array.from(flat.members.values(), (member) => this.#member(member, flat.required.has(member.name))),
      others: flat.others && this.#node([flat.others], undefined),
      isFree: flat.free,
      mayHoldSecret: isMap ? 'map' : NAMED_VALUES.has(flat.subject) ? 'pair' : 'no',
    });
  }

  #member({ name, owner, schemas }: FlatMember, isRequired: boolean): MemberNode {
    const isSaid = (annotation: string): boolean =>
      schemas.some(({ schema }) => isJsonObject(schema) && schema[annotation] === true);
    return {
      type: owner,
      name,
      node: name === '_meta' ? META : this.#node(schemas, `${owner}.${name}`),
      isRequired,
      defaultsOnError: isSaid('x-deserialize-default-on-error'),
      defaultsOnNull: isSaid('x-deserialize-default-on-null'),
    };
  }

  #compileUnion(flat: Flat, key: string | undefined): ShapeNode {
    const [union, ...unions] = flat.unions;
    if (union === undefined) return ANYTHING;
    const base = changed(flat, { unions });
    const all = union.variants.map((variant) => ({ variant, flat: flatten(this.#document, [variant]) }));
    const some = all.filter((alternative) => !isNullOnly(alternative.flat));
    const isNullable = some.length < all.length;
    if (isNullable && flat.types !== undefined) throw new TypeError(`${flat.subject}: null never fits its type.`);
    const [sole] = some;
    const node =
      some.length === 1 && sole !== undefined && flat.types === undefined && flat.members.size === 0
        ? this.#node([sole.variant], key)
        : this.#compileReading(
            readUnion(
              this.#document,
              some.map((one) => one.flat),
            ),
            base,
            {
              key,
              isExclusive: union.exclusive,
            },
          );
    return isNullable ? new NullableNode(node) : node;
  }

  #compileReading(
    reading: UnionReading,
    base: Flat,
    { key, isExclusive }: { key: string | undefined; isExclusive: boolean },
  ): ShapeNode {
    switch (reading.kind) {
      case 'anything':
        return this.#compile(base, key);
      case 'one':
        return this.#compile(intersection(base, reading.alternative), key);
      case 'enum':
        return new EnumNode(reading.values, reading.isOpen);
      case 'tagged':
        return this.#compileTagged(reading, base);
      case 'untagged': {
        const alternatives = reading.alternatives.map((flat) => {
          const merged = intersection(base, flat);
          // the choice says less about an object than what it has in any case
          const named = base.members.size > 0 ? changed(merged, { subject: base.subject }) : merged;
          return { node: new LazyNode(() => this.#compile(named, key)), types: merged.types };
        });
        return new UntaggedNode(alternatives, isExclusive);
      }
      default:
        return reading satisfies never;
    }
  }

  #compileTagged({ tag, variants, open, untagged }: UnionReading & { kind: 'tagged' }, base: Flat): ShapeNode {
    const lazily = (flat: Flat): ShapeNode => new LazyNode(() => this.#compile(intersection(base, flat), undefined));
    const [first = base] = variants.values();
    const tagMember = intersection(base, first).members.get(tag);
    if (tagMember === undefined) throw new TypeError(`${base.subject} has no member "${tag}".`);
    const common = new Map(base.members);
    common.delete(tag);
    const required = new Set(base.required);
    required.delete(tag);
    const types = new Set(['object']);
    return new TaggedNode({
      tag: this.#member(tagMember, true),
      variants: new Map(Array.from(variants, ([value, flat]) => [value, lazily(flat)])),
      open: open && lazily(open),
      untagged: untagged && { node: lazily(untagged), title: untagged.title },
      base: new LazyNode(() =>
        this.#compile(changed(base, { types, members: common, required, free: true }), undefined),
      ),
    });
  }
}

/** What a text or a number is besides. The table of members comes first: it knows more than formats do. */
function checkFor(flat: Flat, key: string | undefined): RoleCheck | undefined {
  const name = flat.names.findLast((candidate) => Object.hasOwn(DEFINITION_ROLES, candidate));
  const role: Role | undefined =
    (name === undefined ? undefined : DEFINITION_ROLES[name]) ??
    stricter(MEMBER_ROLES[key ?? ''], FORMAT_ROLES[flat.format ?? '']);
  return role && ROLE_CHECKS[role];
}

/** A format that the schema gives may ask for more than the prose, which holds for both versions. */
function stricter(ofMember: Role | undefined, ofFormat: Role | undefined): Role | undefined {
  return ofFormat === 'date-time' ? ofFormat : (ofMember ?? ofFormat);
}
