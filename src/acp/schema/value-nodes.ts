import { isJsonObject, type JsonValue } from '../../wire/json-text.js';
import { isTraceparent, type RoleCheck } from './role-checks.js';
import type { ShapeNode, Walk } from './shape-walk.js';

/** Anything goes, and nobody looks into it. */
export const ANYTHING: ShapeNode = { expected: 'any value', visit: () => undefined };

/** Text of any kind. */
export class TextNode implements ShapeNode {
  readonly expected: string;
  readonly #minLength: number;
  readonly #check: RoleCheck | undefined;

  constructor(minLength: number, check: RoleCheck | undefined) {
    this.expected = minLength > 0 ? `a string of at least ${counted(minLength, 'character')}` : 'a string';
    this.#minLength = minLength;
    this.#check = check;
  }

  visit(value: JsonValue, walk: Walk): void {
    if (typeof value !== 'string') {
      walk.report('wrong-type', value, this);
      return;
    }
    if (this.#minLength > 0 && lengthOf(value) < this.#minLength) walk.report('out-of-range', value, this);
    if (this.#check !== undefined) examineRole(value, this.#check, walk);
  }
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** The length that JSON Schema means: of code points. */
function lengthOf(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) length += 1;
  return length;
}

/** A number, or an integer. */
export class NumberNode implements ShapeNode {
  readonly expected: string;
  readonly #isInteger: boolean;
  readonly #minimum: number;
  readonly #maximum: number;
  readonly #check: RoleCheck | undefined;

  constructor(isInteger: boolean, [minimum, maximum]: readonly [number, number], check: RoleCheck | undefined) {
    this.expected = `${isInteger ? 'an integer' : 'a number'}${rangeText(minimum, maximum)}`;
    this.#isInteger = isInteger;
    this.#minimum = minimum;
    this.#maximum = maximum;
    this.#check = check;
  }

  visit(value: JsonValue, walk: Walk): void {
    if (typeof value !== 'number' || (this.#isInteger && !Number.isInteger(value))) {
      walk.report('wrong-type', value, this);
    } else if (value < this.#minimum || value > this.#maximum) {
      walk.report('out-of-range', value, this);
    } else if (this.#check !== undefined) {
      examineRole(value, this.#check, walk);
    }
  }
}

function rangeText(minimum: number, maximum: number): string {
  if (minimum !== -Infinity && maximum !== Infinity) return ` from ${minimum} to ${maximum}`;
  if (minimum !== -Infinity) return ` of at least ${minimum}`;
  return maximum === Infinity ? '' : ` of at most ${maximum}`;
}

function examineRole(value: string | number, { kind, expected, flaw }: RoleCheck, walk: Walk): void {
  const reason = flaw(value);
  if (reason !== undefined) walk.report(kind, value, { expected, reason });
}

/** true and false. */
export const BOOLEAN: ShapeNode = {
  expected: 'true or false',
  visit: (value, walk) => {
    if (typeof value !== 'boolean') walk.report('wrong-type', value, BOOLEAN);
  },
};

/** null and nothing else. */
export const NULL: ShapeNode = {
  expected: 'null',
  visit: (value, walk) => {
    if (value !== null) walk.report('wrong-type', value, NULL);
  },
};

/** One of a list of strings; an open list admits others, and those with a leading `_` are nobody's business. */
export class EnumNode implements ShapeNode {
  readonly expected: string;
  readonly known: readonly string[];
  readonly #values: ReadonlySet<JsonValue>;
  readonly #isOpen: boolean;

  constructor(values: readonly string[], isOpen: boolean) {
    this.expected = oneOf(values);
    this.known = values;
    this.#values = new Set(values);
    this.#isOpen = isOpen;
  }

  visit(value: JsonValue, walk: Walk): void {
    if (this.#values.has(value)) return;
    if (typeof value !== 'string') walk.report('wrong-type', value, this);
    else if (!this.#isOpen) walk.report('unknown-value', value, this);
    else if (!value.startsWith('_')) walk.report('open-value', value, this);
  }
}

/** "one of read, edit", for people. */
export function oneOf(words: readonly string[]): string {
  return words.length === 1 ? `"${String(words[0])}"` : `one of ${words.join(', ')}`;
}

/** An array whose items are all alike. */
export class ListNode implements ShapeNode {
  readonly expected: string;
  readonly #items: ShapeNode;
  readonly #minItems: number;
  readonly #skipsInvalidItems: boolean;

  constructor(items: ShapeNode, { minItems, skipsInvalidItems }: { minItems: number; skipsInvalidItems: boolean }) {
    this.expected = minItems > 0 ? `an array of at least ${counted(minItems, 'item')}` : 'an array';
    this.#items = items;
    this.#minItems = minItems;
    this.#skipsInvalidItems = skipsInvalidItems;
  }

  visit(value: JsonValue, walk: Walk): void {
    if (!Array.isArray(value)) {
      walk.report('wrong-type', value, this);
      return;
    }
    const list = value as readonly JsonValue[];
    if (list.length < this.#minItems) walk.report('out-of-range', value, this);
    const outer = walk.isTolerant;
    walk.isTolerant ||= this.#skipsInvalidItems;
    for (let i = 0; i < list.length; i += 1) {
      walk.enter(i);
      this.#items.visit(list[i] as JsonValue, walk);
      walk.leave();
    }
    walk.isTolerant = outer;
  }
}

/** null, or what another node says. */
export class NullableNode implements ShapeNode {
  readonly #inner: ShapeNode;

  constructor(inner: ShapeNode) {
    this.#inner = inner;
  }

  get expected(): string {
    return `${this.#inner.expected} or null`;
  }

  visit(value: JsonValue, walk: Walk): void {
    if (value !== null) this.#inner.visit(value, walk);
  }
}

/** `_meta`: free but for being an object or null, and for the keys of W3C Trace Context. */
export const META: ShapeNode = {
  expected: 'an object or null',
  visit: (value, walk) => {
    if (value === null) return;
    if (!isJsonObject(value)) {
      walk.report('meta', value, { expected: META.expected, reason: 'not-an-object' });
      return;
    }
    const { traceparent } = value;
    if (traceparent === undefined || isTraceparent(traceparent)) return;
    walk.enter('traceparent');
    walk.report('meta', traceparent, { expected: 'a traceparent of W3C Trace Context', reason: 'traceparent' });
    walk.leave();
  },
};

/** What is compiled when it is first needed, which is how definitions may hold themselves. */
export class LazyNode implements ShapeNode {
  readonly #compile: () => ShapeNode;
  #node: ShapeNode | undefined;

  constructor(compile: () => ShapeNode) {
    this.#compile = compile;
  }

  get expected(): string {
    return (this.#node ??= this.#compile()).expected;
  }

  visit(value: JsonValue, walk: Walk): void {
    (this.#node ??= this.#compile()).visit(value, walk);
  }
}
