import type { Arbitrary } from 'fast-check';
import { SEVERITIES } from '../../../src/check/engine/severity.js';
import {
  CHOICES,
  NAME_FIELDS,
  NUMBER_FIELDS,
  type Condition,
  type Filter,
  type NamePattern,
  type NumberCondition,
  type RegexPattern,
} from '../../../src/filter/filter.js';
import { fc } from '../values/property.js';

/** What the filters of a test may look for, so that some of it is there. */
export interface FilterWords {
  readonly names: readonly string[];
  readonly texts: readonly string[];
  readonly regexes: readonly string[];
  readonly paths: readonly (readonly string[])[];
  readonly numbers: readonly number[];
}

/** Any filter of these words. */
export function filters(words: FilterWords): Arbitrary<Filter> {
  return fc.letrec<{ filter: Filter }>((tie) => {
    const condition = conditions(words);
    const several = fc.array(tie('filter'), { minLength: 2, maxLength: 3 });
    return {
      filter: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        condition,
        several.map((of): Filter => ({ type: 'and', of })),
        several.map((of): Filter => ({ type: 'or', of })),
        tie('filter').map((of): Filter => ({ type: 'not', of })),
      ),
    };
  }).filter;
}

function conditions(words: FilterWords): Arbitrary<Condition> {
  const choices = Object.entries(CHOICES).flatMap(([field, values]) =>
    values.map((value) => ({ type: 'choice', field, value }) as Condition),
  );
  const regex: Arbitrary<RegexPattern> = fc.record({
    type: fc.constant('regex'),
    source: fc.constantFrom(...words.regexes),
    flags: fc.constantFrom('', 'i', 'u', 'im', 's'),
  });
  const name: Arbitrary<NamePattern> = fc.oneof(
    { weight: 3, arbitrary: globs(words.names) },
    { weight: 1, arbitrary: regex },
  );
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...choices) },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('severity'),
        severity: fc.constantFrom(...SEVERITIES),
        orWorse: fc.boolean(),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ type: fc.constant('name'), field: fc.constantFrom(...NAME_FIELDS), pattern: name }),
    },
    { weight: 2, arbitrary: numbers(words.numbers) },
    {
      weight: 2,
      arbitrary: fc
        .oneof(
          fc.record({ type: fc.constant('words'), words: fc.constantFrom(...words.texts) }),
          fc.constantFrom(...words.texts).map((text) => ({ type: 'words', words: text.toUpperCase() }) as const),
          regex,
        )
        .map((pattern): Condition => ({ type: 'text', pattern })),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('path'),
        path: fc.constantFrom(...words.paths),
        pattern: fc.option(name, { nil: undefined }),
      }),
    },
  );
}

/** A name, or one with a star for a part of it. */
function globs(names: readonly string[]): Arbitrary<NamePattern> {
  return fc
    .tuple(fc.constantFrom(...names), fc.nat({ max: 12 }), fc.nat({ max: 12 }), fc.integer({ min: 0, max: 3 }))
    .map(([name, a, b, dice]) => {
      const [from, to] = [Math.min(a, b, name.length), Math.min(Math.max(a, b), name.length)];
      const glob = dice === 0 ? `${name.slice(0, from)}*${name.slice(to)}` : dice === 1 ? `*${name.slice(from)}` : name;
      return { type: 'glob', glob };
    });
}

function numbers(values: readonly number[]): Arbitrary<NumberCondition> {
  const value = fc.constantFrom(...values);
  return fc
    .tuple(fc.constantFrom(...NUMBER_FIELDS), value, value, fc.integer({ min: 0, max: 3 }))
    .map(([field, a, b, dice]) => {
      const [min, max] = [Math.min(a, b), Math.max(a, b)];
      if (dice === 0) return { type: 'number', field, min, max: Infinity };
      if (dice === 1) return { type: 'number', field, min: -Infinity, max };
      return { type: 'number', field, min, max: dice === 2 ? min : max };
    });
}
