import type { Arbitrary } from 'fast-check';
import { fc } from './property.js';

/** A member of an object as it is printed: the tokens of its name and of its value. */
export type PrintedMember = readonly [name: string, value: string];

const space = fc.constantFrom('', '', '', ' ', '\t', '  ', '\r');

/** A JSON string that says `text`, in one of its many spellings. */
export function stringToken(text: string): Arbitrary<string> {
  const units = text.split('');
  return fc.array(fc.boolean(), { minLength: units.length, maxLength: units.length }).map((escaped) => {
    const spelled = units.map((unit, i) => {
      if (escaped[i]) return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
      return JSON.stringify(unit).slice(1, -1);
    });
    return `"${spelled.join('')}"`;
  });
}

const number = fc.oneof(
  fc.integer().map(String),
  fc.constantFrom('-0', '1.0', '1e2', '1E+2', '0.10', '9007199254740993', '123456789012345678901234567890', '1e400'),
);
const text = fc
  .oneof(fc.string({ maxLength: 6 }), fc.constantFrom('"', '\\', '\\"', '{', '}', ',', ']', 'id', '😀', '\n'))
  .chain(stringToken);

/** An id as JSON-RPC allows it. */
export const idToken: Arbitrary<string> = fc.oneof(number, text, fc.constant('null'));

const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(number, text, fc.constantFrom('null', 'true', 'false')),
    fc.array(tie('value'), { maxLength: 3 }).chain(printArray),
    fc.array(fc.tuple(text, tie('value')), { maxLength: 3 }).chain(printObject),
  ),
}));

/** Any JSON value as text: spellings, white space and duplicate names as they may come. */
export const jsonSource: Arbitrary<string> = value;

/** An object of these members, in this order, with white space anywhere. */
export function printObject(members: readonly PrintedMember[]): Arbitrary<string> {
  return spaced(members.flatMap(([name, said], i) => (i === 0 ? [name, ':', said] : [',', name, ':', said]))).map(
    (inner) => `{${inner}}`,
  );
}

export function printArray(elements: readonly string[]): Arbitrary<string> {
  return spaced(elements.flatMap((element, i) => (i === 0 ? [element] : [',', element]))).map((inner) => `[${inner}]`);
}

function spaced(tokens: readonly string[]): Arbitrary<string> {
  return fc
    .array(space, { minLength: tokens.length + 1, maxLength: tokens.length + 1 })
    .map((spaces) => tokens.reduce((printed, token, i) => printed + token + (spaces[i + 1] ?? ''), spaces[0] ?? ''));
}
