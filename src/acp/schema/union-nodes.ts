import { isJsonObject, type JsonValue } from '../../wire/json-text.js';
import type { MemberNode } from './object-node.js';
import { isRefused, type ShapeFinding } from './shape.js';
import { isAccepted, type ShapeNode, type Walk } from './shape-walk.js';
import { oneOf } from './value-nodes.js';

/** The alternatives of a union that a member with a constant tells apart. */
export interface TaggedParts {
  /** The member that holds the tag. */
  readonly tag: MemberNode;
  readonly variants: ReadonlyMap<string, ShapeNode>;
  /** For all other tags, where the union is open. */
  readonly open: ShapeNode | undefined;
  /** The alternative without a tag, and what the schema calls it, where there is one. */
  readonly untagged: { readonly node: ShapeNode; readonly title: string | undefined } | undefined;
  /** What all alternatives have in common, for an object of which none can be chosen. */
  readonly base: ShapeNode;
}

/** A union that is chosen from by a tag, before anything else is looked at. */
export class TaggedNode implements ShapeNode {
  readonly expected = 'an object';
  readonly #parts: TaggedParts;
  readonly #known: readonly string[];

  constructor(parts: TaggedParts) {
    this.#parts = parts;
    this.#known = [...parts.variants.keys()];
  }

  visit(value: JsonValue, walk: Walk): void {
    if (!isJsonObject(value)) {
      walk.report('wrong-type', value, this);
      return;
    }
    const { tag: member, variants, untagged } = this.#parts;
    const tag = value[member.name];
    if (typeof tag !== 'string') {
      this.#visitUntagged(value, tag, walk);
      return;
    }
    const chosen = variants.get(tag);
    if (chosen === undefined) this.#visitUnknown(value, tag, walk);
    else if (untagged === undefined) chosen.visit(value, walk);
    else this.#visitEither(value, chosen, walk);
  }

  /** Readers fall back to the alternative without a tag, also where a known tag came with a broken rest. */
  #visitEither(value: JsonValue, chosen: ShapeNode, walk: Walk): void {
    const findings = walk.attempt(chosen, value);
    if (!isAccepted(findings) && this.#parts.untagged !== undefined) {
      const instead = walk.attempt(this.#parts.untagged.node, value);
      if (isAccepted(instead)) {
        walk.accept(instead);
        return;
      }
    }
    walk.accept(findings);
  }

  #visitUnknown(value: JsonValue, tag: string, walk: Walk): void {
    const { open, untagged } = this.#parts;
    if (open !== undefined) {
      const findings = walk.attempt(open, value);
      const instead = isAccepted(findings) || untagged === undefined ? undefined : walk.attempt(untagged.node, value);
      if (instead !== undefined && isAccepted(instead)) {
        walk.accept(instead);
        return;
      }
      if (!tag.startsWith('_')) this.#reportTag('open-variant', tag, walk);
      walk.accept(findings);
      return;
    }
    if (untagged !== undefined) {
      const findings = walk.attempt(untagged.node, value);
      // a tag that says which alternative is meant, as newer versions of the protocol have it
      if (isAccepted(findings) || tag === untagged.title) {
        walk.accept(findings);
        return;
      }
    }
    this.#reportTag('unknown-variant', tag, walk);
    this.#parts.base.visit(value, walk);
  }

  #visitUntagged(value: JsonValue, tag: JsonValue | undefined, walk: Walk): void {
    const { untagged, base } = this.#parts;
    if (untagged !== undefined) {
      const findings = walk.attempt(untagged.node, value);
      if (tag === undefined || isAccepted(findings)) {
        walk.accept(findings);
        return;
      }
    }
    this.#reportTag(tag === undefined ? 'missing' : 'wrong-type', tag, walk);
    base.visit(value, walk);
  }

  #reportTag(kind: ShapeFinding['kind'], tag: JsonValue | undefined, walk: Walk): void {
    const { tag: member } = this.#parts;
    const outer = walk.isTolerant;
    walk.isTolerant ||= member.defaultsOnError;
    walk.reportAt(member, kind, tag, { expected: oneOf(this.#known), known: this.#known });
    walk.isTolerant = outer;
  }
}

/** One alternative of a union without tags. */
export interface Alternative {
  readonly node: ShapeNode;
  /** JSON types that it can take; undefined: any. */
  readonly types: ReadonlySet<string> | undefined;
}

/** A union without tags: chosen from by JSON type, else the alternative with the fewest findings. */
export class UntaggedNode implements ShapeNode {
  readonly #alternatives: readonly Alternative[];
  readonly #isExclusive: boolean;

  constructor(alternatives: readonly Alternative[], isExclusive: boolean) {
    this.#alternatives = alternatives;
    this.#isExclusive = isExclusive;
  }

  get expected(): string {
    return [...new Set(this.#alternatives.map(({ node }) => node.expected))].join(' or ');
  }

  visit(value: JsonValue, walk: Walk): void {
    const type = jsonTypeOf(value);
    let best: readonly ShapeFinding[] | undefined;
    let bestScore = Infinity;
    let accepting = 0;
    for (const { node, types } of this.#alternatives) {
      if (types !== undefined && !types.has(type) && !(type === 'integer' && types.has('number'))) continue;
      const findings = walk.attempt(node, value);
      if (isAccepted(findings)) accepting += 1;
      const score = scoreOf(findings);
      if (score >= bestScore) continue;
      best = findings;
      bestScore = score;
      if (score === 0 && !this.#isExclusive) return;
    }
    if (bestScore === Infinity) {
      walk.report('wrong-type', value, this);
    } else if (this.#isExclusive && accepting > 1) {
      walk.report('unknown-variant', value, { expected: 'only one of the alternatives', reason: 'ambiguous' });
    } else {
      walk.accept(best);
    }
  }
}

/** What is refused counts more than all that is only remarkable. */
function scoreOf(findings: readonly ShapeFinding[] | undefined): number {
  if (findings === undefined) return 0;
  return findings.reduce((score, finding) => score + (isRefused(finding) ? 1000 : 1), 0);
}

/** The type as JSON Schema names it. */
function jsonTypeOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}
