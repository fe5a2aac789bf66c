import type { JsonValue } from '../../wire/json-text.js';
import { nearestOf } from './spelling.js';

/** What a shape can find in a value. */
export type ShapeFindingKind = BrokenKind | LegalKind | SemanticKind;

/** The schema itself refuses the value. */
type BrokenKind =
  /** A required member is absent. */
  | 'missing'
  /** The JSON type is another. */
  | 'wrong-type'
  /** A closed enum or a constant does not know the value. */
  | 'unknown-value'
  /** A closed union does not know the tag; reason `ambiguous`: several of its alternatives fit, and only one may. */
  | 'unknown-variant'
  /** Outside minimum, maximum, minItems or minLength. */
  | 'out-of-range';

/** Legal for the schema, and yet not what the specification lists. */
type LegalKind =
  /** A value that an open enum does not list, without a leading `_`. */
  | 'open-value'
  /** A tag that an open union does not list, without a leading `_`. */
  | 'open-variant'
  /** A member that the type does not have. */
  | 'unknown-member';

/** What the prose says about a value and its schema does not (see ./roles.ts). */
type SemanticKind = 'path' | 'uri' | 'base64' | 'timestamp' | 'identifier' | 'line' | 'priority' | 'meta' | 'secret';

/** One remarkable thing in a value. */
export interface ShapeFinding {
  readonly kind: ShapeFindingKind;
  /** Keys from params or result down to the value; the last one is that of the absent member where one is missing. */
  readonly path: readonly (string | number)[];
  /** The nearest named definition of the schema that holds it: "ToolCall". */
  readonly type: string;
  /** The member of that type: "status"; for items the member that holds the array; "" for the whole value. */
  readonly member: string;
  readonly found: JsonValue | undefined;
  /** For people: "a string", "one of end_turn, max_tokens, refusal". */
  readonly expected: string;
  /** The values, tags or members that are known there. */
  readonly known: readonly string[];
  /** Whether readers replace it by a default or drop the item that holds it, so that the data is lost silently. */
  readonly tolerated: boolean;
  /** What is wrong, in a word, for semantic kinds: "relative", "padding" (see ./roles.ts). */
  readonly reason: string | undefined;
}

/** A compiled definition of the schema. */
export interface Shape {
  /** Walks `value`; an empty array (always the same one) where nothing is remarkable. */
  examine(value: JsonValue | undefined): readonly ShapeFinding[];
}

const BROKEN: ReadonlySet<ShapeFindingKind> = new Set<BrokenKind>([
  'missing',
  'wrong-type',
  'unknown-value',
  'unknown-variant',
  'out-of-range',
]);

/** Whether the schema itself refuses what was found. */
export function isBroken({ kind }: Pick<ShapeFinding, 'kind'>): boolean {
  return BROKEN.has(kind);
}

/** Whether a validator of the schema would refuse what was found: what is broken, and a `_meta` that is no object. */
export function isRefused(finding: Pick<ShapeFinding, 'kind' | 'reason'>): boolean {
  return isBroken(finding) || (finding.kind === 'meta' && finding.reason === 'not-an-object');
}

/** The one of `known` that is nearest in spelling to what was found, if it is near. Takes long: most findings are never told. */
export function nearestKnown({ kind, found, known, member }: ShapeFinding): string | undefined {
  if (kind === 'missing') return undefined;
  if (kind === 'unknown-member') return nearestOf(member, known);
  return typeof found === 'string' ? nearestOf(found, known) : undefined;
}
