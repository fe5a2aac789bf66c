import {
  changed,
  flatten,
  intersection,
  soleReference,
  type Flat,
  type Located,
  definitionOf,
} from '../schema/schema-flattening.js';
import type { SchemaDocument } from '../schema/sdk-schema.js';
import { isNullOnly, readUnion } from '../schema/union-reading.js';

/** What one side mints and the other repeats, so that another run has another value there. */
export type BoundKind =
  | 'request'
  | 'session'
  | 'tool-call'
  | 'terminal'
  | 'message'
  | 'elicitation'
  | 'plan'
  | 'compaction'
  | 'mcp-server'
  | 'mcp-request'
  /** A directory that a session works in. */
  | 'root';

/** Definitions whose values are such ids, wherever they stand. Ids that people choose (modes, options) are none. */
export const BOUND_DEFINITIONS: ReadonlyMap<string, BoundKind> = new Map([
  ['RequestId', 'request'],
  ['SessionId', 'session'],
  ['ToolCallId', 'tool-call'],
  ['TerminalId', 'terminal'],
  ['MessageId', 'message'],
  ['ElicitationId', 'elicitation'],
  ['PlanId', 'plan'],
  ['CompactionId', 'compaction'],
  ['McpServerAcpId', 'mcp-server'],
  ['McpRequestId', 'mcp-request'],
]);

/** Definitions whose `cwd` and `additionalDirectories` are the roots of a session. */
export const ROOTED_DEFINITIONS: ReadonlySet<string> = new Set([
  'ForkSessionRequest',
  'ListSessionsRequest',
  'LoadSessionRequest',
  'NewSessionRequest',
  'ResumeSessionRequest',
  'SessionInfo',
  'SubagentUpdate',
]);

const ROOT_MEMBERS: ReadonlySet<string> = new Set(['cwd', 'additionalDirectories']);

/** The way through a value to all that is bound in it: nothing else of the value has to be looked at. */
export interface PlacePlan {
  /** What the value itself is, where it is text or a number. */
  readonly kind: BoundKind | undefined;
  /** Of an object: members that lead there. */
  readonly members: ReadonlyMap<string, PlacePlan>;
  /** Of an array: what leads there in each item. */
  readonly items: PlacePlan | undefined;
  /** Of a map: what leads there in the values of all other members. */
  readonly others: PlacePlan | undefined;
  /** The member that chooses between variants; for values that it does not list, the plan itself holds. */
  readonly tag: { readonly name: string; readonly variants: ReadonlyMap<string, PlacePlan> } | undefined;
}

/** A plan while it is being made: definitions may hold themselves. */
interface NewPlan {
  kind: BoundKind | undefined;
  members: Map<string, PlacePlan>;
  items: PlacePlan | undefined;
  others: PlacePlan | undefined;
  tag: PlacePlan['tag'];
}

/** Makes the plans of the definitions of one schema file, each when it is first asked for. */
export class PlacePlanner {
  readonly #document: SchemaDocument;
  readonly #plans = new Map<string, NewPlan>();

  constructor(document: SchemaDocument) {
    this.#document = document;
  }

  /** The plan of a definition; undefined where nothing in it is bound, or there is none of that name. */
  plan(definition: string): PlacePlan | undefined {
    return Object.hasOwn(this.#document.$defs, definition) ? leading(this.#definition(definition)) : undefined;
  }

  #definition(name: string): NewPlan {
    const known = this.#plans.get(name);
    if (known !== undefined) return known;
    const plan = emptyPlan(BOUND_DEFINITIONS.get(name));
    this.#plans.set(name, plan);
    if (plan.kind === undefined) {
      // while it is being made it is taken for one that leads somewhere: what holds itself does
      plan.kind = 'request';
      const made = this.#flat(flatten(this.#document, [definitionOf(this.#document, name)]));
      Object.assign(plan, made);
    }
    return plan;
  }

  #located(schemas: readonly Located[]): NewPlan {
    const [first] = schemas;
    const name = first !== undefined && schemas.length === 1 ? soleReference(first.schema) : undefined;
    return name === undefined ? this.#flat(flatten(this.#document, schemas)) : this.#definition(name);
  }

  #flat(flat: Flat): NewPlan {
    const bound = flat.names.find((name) => BOUND_DEFINITIONS.has(name));
    if (bound !== undefined) return emptyPlan(BOUND_DEFINITIONS.get(bound));
    const [union, ...unions] = flat.unions;
    if (union !== undefined) return this.#union(changed(flat, { unions }), union.variants);
    const plan = emptyPlan(undefined);
    for (const { name, owner, schemas } of flat.members.values()) {
      const isRoot = ROOT_MEMBERS.has(name) && ROOTED_DEFINITIONS.has(owner);
      const inner = isRoot ? ROOT_PLAN : leading(this.#located(schemas));
      if (inner !== undefined) plan.members.set(name, inner);
    }
    if (flat.items !== undefined) plan.items = leading(this.#located([flat.items]));
    if (flat.others !== undefined) plan.others = leading(this.#located([flat.others]));
    return plan;
  }

  #union(base: Flat, variants: readonly Located[]): NewPlan {
    const flats = variants.map((variant) => flatten(this.#document, [variant])).filter((flat) => !isNullOnly(flat));
    const reading = readUnion(this.#document, flats);
    const plan = this.#flat(base);
    switch (reading.kind) {
      case 'anything':
      case 'enum':
        return plan;
      case 'one':
        return this.#flat(intersection(base, reading.alternative));
      case 'untagged':
        for (const flat of reading.alternatives) merge(plan, this.#flat(intersection(base, flat)));
        return plan;
      case 'tagged': {
        const { open, untagged } = reading;
        for (const flat of [open, untagged]) if (flat !== undefined) merge(plan, this.#flat(intersection(base, flat)));
        const chosen = Array.from(
          reading.variants,
          ([tag, flat]) => [tag, this.#flat(intersection(base, flat))] as const,
        );
        const leads = leading(plan) !== undefined || chosen.some(([, variant]) => leading(variant) !== undefined);
        return leads ? { ...plan, tag: { name: reading.tag, variants: new Map(chosen) } } : plan;
      }
      default:
        return reading satisfies never;
    }
  }
}

function emptyPlan(kind: BoundKind | undefined): NewPlan {
  return { kind, members: new Map(), items: undefined, others: undefined, tag: undefined };
}

/** A text, or a list of texts. */
const ROOT_PLAN: PlacePlan = { ...emptyPlan('root'), items: emptyPlan('root') };

/** The plan, if anything in it is bound. */
function leading(plan: NewPlan): PlacePlan | undefined {
  const { kind, members, items, others, tag } = plan;
  const leads =
    kind !== undefined || members.size > 0 || items !== undefined || others !== undefined || tag !== undefined;
  return leads ? plan : undefined;
}

/** Adds what another alternative leads to: where alternatives have no tag, any of them may be meant. */
function merge(plan: NewPlan, other: NewPlan): void {
  plan.kind ??= other.kind;
  plan.items ??= other.items;
  plan.others ??= other.others;
  plan.tag ??= other.tag;
  for (const [name, inner] of other.members) if (!plan.members.has(name)) plan.members.set(name, inner);
}
