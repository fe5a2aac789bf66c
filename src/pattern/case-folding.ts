import { has, pairs, union, type CharSet } from './char-set.js';

/**
 * A set with every character that differs from one of its own only in case, as the flag `i` of ECMAScript has it: without
 * the flag `u`, what is ASCII stays ASCII.
 */
export function ignoringCase(set: CharSet, isUnicode: boolean): CharSet {
  const others = charactersWithCase(set, isUnicode).flatMap((code) =>
    familyOf(code, isUnicode).filter((each) => !has(set, each)),
  );
  return others.length === 0 ? set : union([set, others.flatMap((code) => [code, code])]);
}

/** Larger sets are not walked through: the table of all families is. */
const SMALL_SET = 200;

function charactersWithCase(set: CharSet, isUnicode: boolean): number[] {
  const ranges = pairs(set);
  const size = ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);
  if (size > SMALL_SET) return [...familiesFor(isUnicode).keys()].filter((code) => has(set, code));
  return ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i));
}

function familyOf(code: number, isUnicode: boolean): readonly number[] {
  if (isUnicode || code >= 0x80) return familiesFor(isUnicode).get(code) ?? [];
  return /[A-Za-z]/.test(String.fromCharCode(code)) ? [code, code ^ 0x20] : [];
}

const known = new Map<boolean, ReadonlyMap<number, readonly number[]>>();

/** By each character those that are one with it when case is ignored, where there are several. Made when first asked for. */
function familiesFor(isUnicode: boolean): ReadonlyMap<number, readonly number[]> {
  const made = known.get(isUnicode) ?? new Map(familiesOf(isUnicode).flatMap((all) => all.map((code) => [code, all])));
  known.set(isUnicode, made);
  return made;
}

/** No letters of two cases lie beyond. */
const LAST_CASED = 0x1ffff;

function familiesOf(isUnicode: boolean): readonly (readonly number[])[] {
  const akin = new Map<string, string[]>();
  for (let code = 0; code <= (isUnicode ? LAST_CASED : 0xffff); code += 1) {
    const character = String.fromCodePoint(code);
    const capital = character.toLowerCase().toUpperCase();
    if (capital === character && character.toLowerCase() === character) continue;
    const others = akin.get(capital);
    if (others === undefined) akin.set(capital, [character]);
    else others.push(character);
  }
  // which of them are one is the engine's own answer, so that no table of ours can differ from it
  const areOne = isUnicode ? /^(.)\1$/isu : /^(.)\1$/is;
  return Array.from(akin.values(), (characters) => {
    const families: string[][] = [];
    for (const each of characters) {
      const own = families.find(([first = '']) => areOne.test(first + each));
      if (own === undefined) families.push([each]);
      else own.push(each);
    }
    return families.filter(({ length }) => length > 1).map((family) => family.map((each) => each.codePointAt(0) ?? 0));
  }).flat();
}
