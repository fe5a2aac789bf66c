import type { JsonValue } from '../../wire/json-text.js';
import { isRefused, type ShapeFinding, type ShapeFindingKind } from './shape.js';

/** A compiled schema. */
export interface ShapeNode {
  /** What belongs there, for people. */
  readonly expected: string;
  /** Reports to `walk` what is remarkable about `value`, which stands at the path that the walk has reached. */
  visit(value: JsonValue, walk: Walk): void;
}

/** A member of an object, as it is on the way to a finding. */
export interface Place {
  /** The definition that has this member. */
  readonly type: string;
  readonly name: string;
}

/** What to say besides the value itself. */
interface Remark {
  readonly expected: string;
  readonly known?: readonly string[];
  readonly reason?: string;
}

const NONE: readonly string[] = Object.freeze([]);

/**
 * One walk through a value: where it is, and what it found. There is one per compiler, used again and again, because a
 * walk that finds nothing shall allocate nothing.
 */
export class Walk {
  /** Undefined as long as nothing is found. */
  findings: ShapeFinding[] | undefined;
  /** Whether readers replace or drop what is broken from here on. */
  isTolerant = false;
  /** Whether unknown members are nobody's business from here on. */
  isFree = false;

  /** Members as the place itself, so that a finding can say whose it is; keys of maps and indexes as they are. */
  readonly #steps: (Place | string | number)[] = [];
  #depth = 0;
  #type = '';

  /** Forgets all, for a value that is named `type` and is nobody's member. */
  start(type: string): void {
    this.#type = type;
    this.findings = undefined;
    this.isTolerant = false;
    this.isFree = false;
    this.#depth = 0;
  }

  enter(step: Place | string | number): void {
    this.#steps[this.#depth] = step;
    this.#depth += 1;
  }

  leave(): void {
    this.#depth -= 1;
  }

  /** Something is remarkable about the value where the walk stands. */
  report(kind: ShapeFindingKind, found: JsonValue | undefined, { expected, known = NONE, reason }: Remark): void {
    const steps = this.#steps.slice(0, this.#depth);
    const place = steps.findLast((step) => typeof step === 'object');
    this.#add({
      kind,
      path: steps.map((step) => (typeof step === 'object' ? step.name : step)),
      type: place?.type ?? this.#type,
      member: place?.name ?? '',
      found,
      expected,
      known,
      tolerated: this.isTolerant && isRefused({ kind, reason }),
      reason,
    });
  }

  /** The same about a member of the value where the walk stands. */
  reportAt(place: Place, kind: ShapeFindingKind, found: JsonValue | undefined, remark: Remark): void {
    this.enter(place);
    this.report(kind, found, remark);
    this.leave();
  }

  /** What `node` would report, without reporting it. */
  attempt(node: ShapeNode, value: JsonValue): readonly ShapeFinding[] | undefined {
    const outer = this.findings;
    this.findings = undefined;
    node.visit(value, this);
    const { findings } = this;
    this.findings = outer;
    return findings;
  }

  /** Reports after all what an attempt found. */
  accept(findings: readonly ShapeFinding[] | undefined): void {
    if (findings === undefined) return;
    for (const finding of findings) this.#add(finding);
  }

  #add(finding: ShapeFinding): void {
    (this.findings ??= []).push(finding);
  }
}

/** Whether the schema accepts a value of which an attempt found this. */
export function isAccepted(findings: readonly ShapeFinding[] | undefined): boolean {
  return !findings?.some(isRefused);
}
