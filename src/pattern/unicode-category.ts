import { LAST, type CharSet } from './char-set.js';

const known = new Map<string, CharSet | undefined>();

/**
 * The characters of a general category of Unicode, as `\p{L}` and `\p{Lu}` name it; undefined for any other name. Only these:
 * asking for all characters takes some 50 ms a name, and there are hundreds of other properties.
 */
export function unicodeCategory(name: string): CharSet | undefined {
  if (!/^[CLMNPSZ][a-z]?$/.test(name)) return undefined;
  if (!known.has(name)) known.set(name, setOf(name));
  return known.get(name);
}

/** Asks the platform, which has the tables. */
function setOf(name: string): CharSet | undefined {
  let isOfIt: RegExp;
  try {
    isOfIt = new RegExp(`^\\p{${name}}$`, 'u');
  } catch {
    return undefined;
  }
  const set: number[] = [];
  for (let code = 0; code <= LAST; code += 1) {
    if (!isOfIt.test(String.fromCodePoint(code))) continue;
    if (set.at(-1) === code - 1) set[set.length - 1] = code;
    else set.push(code, code);
  }
  return set;
}
