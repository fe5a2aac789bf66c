import { isJsonObject, type JsonObject, type JsonValue } from '../../wire/json-text.js';
import { memberPointer } from './json-places.js';

/** One value of a live message that differs from the recorded one. */
export interface FieldDifference {
  /** JSON pointer (RFC 6901) from the top of the message. */
  readonly pointer: string;
  /** The recorded value, with live values where they are bound; undefined if there was none. */
  readonly expected: JsonValue | undefined;
  /** The received value; undefined if there was none. */
  readonly received: JsonValue | undefined;
  /** Both values as they are spelled, if JavaScript values do not show the difference: large numbers, repeated members. */
  readonly spelled?: { readonly recorded: string; readonly received: string };
}

/** Decides about a place before it is compared. */
export interface Judge {
  /** Undefined to compare as usual. */
  judge(pointer: string, expected: JsonValue | undefined, received: JsonValue | undefined): Verdict | undefined;
  /** A recorded text with live values. */
  text(expected: string): string;
  /** Whether a received text is the expected one, or one that its placeholders may stand for. */
  isSame(expected: string, received: string): boolean;
  /** An expected text with the known meanings of its placeholders. */
  meant(expected: string): string;
}

/** Equal, another expected value, or all differences below the place. */
export type Verdict = 'equal' | { readonly expected: JsonValue | undefined } | readonly FieldDifference[];

/** The most differences that are listed, because an unrelated message may have very many. */
const DIFFERENCES_LIMIT = 50;

/** The places where a live value differs from a recorded one. The order of keys does not matter, and null equals a missing member. */
export function differences(
  expected: JsonValue | undefined,
  received: JsonValue | undefined,
  judge: Judge,
): FieldDifference[] {
  const found: FieldDifference[] = [];
  compare('', expected, received);
  return found;

  function compare(pointer: string, recorded: JsonValue | undefined, live: JsonValue | undefined): void {
    if (found.length >= DIFFERENCES_LIMIT) return;
    const verdict = judge.judge(pointer, recorded, live);
    if (verdict === 'equal') return;
    if (isFindings(verdict)) found.push(...verdict);
    else if (verdict !== undefined) found.push({ pointer, expected: verdict.expected, received: live });
    else if (isJsonObject(recorded) && isJsonObject(live)) compareMembers(pointer, recorded, live);
    else if (Array.isArray(recorded) && Array.isArray(live)) compareItems(pointer, recorded, live);
    else if (typeof recorded === 'string') compareTexts(pointer, recorded, live);
    else if ((recorded ?? null) !== (live ?? null)) found.push({ pointer, expected: recorded, received: live });
  }

  function compareMembers(pointer: string, recorded: JsonObject, live: JsonObject): void {
    const more = new Set(Object.keys(live));
    for (const name of Object.keys(recorded)) {
      if (found.length >= DIFFERENCES_LIMIT) return;
      const liveName = more.has(name) && judge.isSame(name, name) ? name : nameLike(name, more);
      if (liveName !== undefined) more.delete(liveName);
      const value = liveName === undefined ? undefined : live[liveName];
      compare(memberPointer(pointer, name), recorded[name], value);
    }
    for (const name of more) compare(memberPointer(pointer, name), undefined, live[name]);
  }

  /** Finds a name that equals another one except for placeholders. */
  function nameLike(name: string, names: ReadonlySet<string>): string | undefined {
    return names.size === 0 ? undefined : [...names].find((each) => judge.isSame(name, each));
  }

  function compareItems(pointer: string, recorded: readonly JsonValue[], live: readonly JsonValue[]): void {
    for (let i = 0; i < Math.max(recorded.length, live.length); i += 1) {
      const item = memberPointer(pointer, i);
      // null in a list is an item
      if (i < recorded.length && i < live.length) compare(item, recorded[i], live[i]);
      else found.push({ pointer: item, expected: recorded[i], received: live[i] });
    }
  }

  function compareTexts(pointer: string, recorded: string, live: JsonValue | undefined): void {
    const text = judge.text(recorded);
    if (typeof live === 'string' && judge.isSame(text, live)) return;
    found.push({ pointer, expected: judge.meant(text), received: live });
  }
}

function isFindings(verdict: Verdict | undefined): verdict is readonly FieldDifference[] {
  return Array.isArray(verdict);
}
