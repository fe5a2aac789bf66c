import { isJsonObject, type JsonObject, type JsonValue } from '../../wire/json-text.js';
import { namesCredential } from '../places/credential-names.js';
import type { Place, ShapeNode, Walk } from './shape-walk.js';

/** A member of an object. */
export interface MemberNode extends Place {
  readonly node: ShapeNode;
  readonly isRequired: boolean;
  /** Whether readers put a default there for what is broken (x-deserialize-default-on-error). */
  readonly defaultsOnError: boolean;
  /** The same for null only (x-deserialize-default-on-null). */
  readonly defaultsOnNull: boolean;
}

/** What an object is made of. */
export interface ObjectParts {
  /** The definition that an unknown member is said to be unknown to. */
  readonly type: string;
  readonly members: readonly MemberNode[];
  /** Values of all further members; without it they are unknown, unless the object is free. */
  readonly others: ShapeNode | undefined;
  readonly isFree: boolean;
  /** Whether it is a name with a value that may be a credential, or a map of such. */
  readonly mayHoldSecret: 'no' | 'pair' | 'map';
}

/** An object with members of its own, all unions of it chosen from. */
export class ObjectNode implements ShapeNode {
  readonly expected = 'an object';
  readonly #parts: ObjectParts;
  readonly #members: ReadonlyMap<string, MemberNode>;
  readonly #required: readonly MemberNode[];
  /** What to say of a member that is not known. */
  readonly #unknown: { readonly expected: string; readonly known: readonly string[] };

  constructor(parts: ObjectParts) {
    this.#parts = parts;
    this.#members = new Map(parts.members.map((member) => [member.name, member]));
    this.#required = parts.members.filter(({ isRequired }) => isRequired);
    this.#unknown = { expected: `a member of ${parts.type}`, known: [...this.#members.keys()] };
  }

  visit(value: JsonValue, walk: Walk): void {
    if (!isJsonObject(value)) {
      walk.report('wrong-type', value, this);
      return;
    }
    let present = 0;
    // the fastest way through what JSON.parse made
    for (const name in value) {
      const inner = value[name] as JsonValue;
      const member = this.#members.get(name);
      if (member === undefined) {
        this.#visitOther(name, inner, walk);
        continue;
      }
      if (member.isRequired) present += 1;
      walk.enter(member);
      if (member.defaultsOnError || (member.defaultsOnNull && inner === null)) {
        const outer = walk.isTolerant;
        walk.isTolerant = true;
        member.node.visit(inner, walk);
        walk.isTolerant = outer;
      } else {
        member.node.visit(inner, walk);
      }
      walk.leave();
    }
    if (present < this.#required.length) this.#reportMissing(value, walk);
    if (this.#parts.mayHoldSecret !== 'no') this.#findSecrets(value, walk);
  }

  #visitOther(name: string, value: JsonValue, walk: Walk): void {
    const { type, others, isFree } = this.#parts;
    if (others !== undefined) {
      const outer = walk.isFree;
      walk.isFree = true;
      walk.enter(name);
      others.visit(value, walk);
      walk.leave();
      walk.isFree = outer;
    } else if (!isFree && !walk.isFree) {
      walk.reportAt({ type, name }, 'unknown-member', value, this.#unknown);
    }
  }

  #reportMissing(value: JsonObject, walk: Walk): void {
    for (const member of this.#required) {
      if (Object.hasOwn(value, member.name)) continue;
      const outer = walk.isTolerant;
      walk.isTolerant ||= member.defaultsOnError;
      walk.reportAt(member, 'missing', undefined, { expected: member.node.expected });
      walk.isTolerant = outer;
    }
  }

  #findSecrets(value: JsonObject, walk: Walk): void {
    if (this.#parts.mayHoldSecret === 'pair') {
      const { name, value: content } = value;
      if (typeof name !== 'string' || !isSecret(name, content)) return;
      walk.reportAt({ type: this.#parts.type, name: 'value' }, 'secret', name, SECRET);
      return;
    }
    for (const [name, content] of Object.entries(value)) {
      if (!isSecret(name, content)) continue;
      walk.enter(name);
      walk.report('secret', name, SECRET);
      walk.leave();
    }
  }
}

const SECRET = { expected: 'no credential in a recording', reason: 'name' };

function isSecret(name: string, content: JsonValue | undefined): boolean {
  return typeof content === 'string' && content !== '' && namesCredential(name);
}
