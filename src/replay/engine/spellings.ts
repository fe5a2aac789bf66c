import { skipSpace, skipValue, walkChildren } from '../../wire/json-text.js';
import { memberPointer } from './json-places.js';

/** What `JSON.parse` loses of a text, by JSON pointer. */
export interface Spellings {
  /** Numbers that a JavaScript number does not hold exactly, as they are spelled. */
  readonly numbers: ReadonlyMap<string, string>;
  /** Members that an object has more than once: all their values, as they are spelled. */
  readonly repeated: ReadonlyMap<string, readonly string[]>;
}

/** A number this short, without a fraction or an exponent, is exact. */
const EXACT_DIGITS = 15;

/** @param text valid JSON */
export function spellingsOf(text: string): Spellings {
  const numbers = new Map<string, string>();
  const repeated = new Map<string, string[]>();
  value(skipSpace(text, text.startsWith('\ufeff') ? 1 : 0), '');
  return { numbers, repeated };

  /** @returns the place after the value */
  function value(at: number, pointer: string): number {
    const first = text[at] ?? '';
    if (first === '{' || first === '[') return children(at, pointer);
    const end = skipValue(text, at);
    if (!/[-\d]/.test(first)) return end;
    const token = text.slice(at, end);
    if (!isExact(token)) numbers.set(pointer, token);
    return end;
  }

  function children(open: number, pointer: string): number {
    const seen = new Map<string, string>();
    return walkChildren(text, open, (name, at) => {
      const member = memberPointer(pointer, name);
      const end = value(at, member);
      if (typeof name !== 'string') return end;
      const before = seen.get(name);
      const said = text.slice(at, end);
      if (before !== undefined) repeated.set(member, [...(repeated.get(member) ?? [before]), said]);
      seen.set(name, said);
      return end;
    });
  }
}

/** Whether two numbers, as they are spelled, are the same. */
export function isSameNumber(one: string, other: string): boolean {
  return decimal(one) === decimal(other);
}

function isExact(token: string): boolean {
  if (token.length <= EXACT_DIGITS && /^-?\d+$/.test(token)) return true;
  const parsed = Number(token);
  return Number.isFinite(parsed) && isSameNumber(token, String(parsed));
}

/** A number in one form: its digits without zeros at either end, and the power of ten of the last one. */
function decimal(token: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([-+]?\d+))?$/i.exec(token) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  if (short === '') return '0';
  return `${sign}${short}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - short.length)}`;
}
