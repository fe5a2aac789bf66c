/** Array methods that look at one element after the other. */
const LOOKS = [
  'find',
  'findLast',
  'findIndex',
  'some',
  'every',
  'filter',
  'map',
  'flatMap',
  'forEach',
  'reduce',
] as const;

/** Array methods that look at elements without asking anybody. */
const SEARCHES = ['indexOf', 'lastIndexOf', 'includes'] as const;

type Method = (this: unknown, ...args: never[]) => unknown;

/**
 * How many elements of arrays, maps and sets something looks at: what takes time in proportion to its input looks at twice
 * as many for twice as much, on any machine.
 *
 * @param work has to be synchronous
 */
export function stepsOf(work: () => void): number {
  let steps = 0;
  const undo: (() => void)[] = [];
  const patch = (holder: object, name: string, make: (old: Method) => Method): void => {
    const old = Reflect.get(holder, name) as Method;
    Reflect.set(holder, name, make(old));
    undo.push(() => Reflect.set(holder, name, old));
  };
  const iterators = [new Map().values(), new Set().values(), [][Symbol.iterator]()];
  for (const prototype of iterators.map((iterator): object => Object.getPrototypeOf(iterator) as object)) {
    patch(prototype, 'next', (old) => {
      return function (this: unknown, ...args) {
        steps += 1;
        return Reflect.apply(old, this, args);
      };
    });
  }
  for (const name of LOOKS) {
    patch(Array.prototype, name, (old) => {
      return function (this: unknown, ...[ask, ...rest]: never[]) {
        const counted = (...each: never[]): unknown => {
          steps += 1;
          return Reflect.apply(ask as unknown as Method, undefined, each);
        };
        return Reflect.apply(old, this, [counted as never, ...rest]);
      };
    });
  }
  for (const name of SEARCHES) {
    patch(Array.prototype, name, (old) => {
      return function (this: unknown, ...args) {
        steps += (this as readonly unknown[]).length;
        return Reflect.apply(old, this, args);
      };
    });
  }
  try {
    work();
  } finally {
    for (const each of undo.reverse()) each();
  }
  return steps;
}
