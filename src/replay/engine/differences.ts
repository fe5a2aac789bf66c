import { isJsonObject, type JsonObject, type JsonValue } from '../../wire/json-text.js';
import { memberPointer } from './json-places.js';

/** One value of a live message that is not what was recorded. */
export interface FieldDifference {
  /** JSON pointer (RFC 6901) from the top of the message. */
  readonly pointer: string;
  /** What was recorded, with live values where they are bound; undefined where there was nothing. */
  readonly expected: JsonValue | undefined;
  /** What came; undefined where nothing did. */
  readonly received: JsonValue | undefined;
  /** Both as they are spelled, where values of JavaScript do not show the difference: large numbers, repeated members. */
  readonly spelled?: { readonly recorded: string; readonly received: string };
}

/** Decides about a place before it is compared. */
export interface Judge {
  /** Undefined to compare as usual. */
  judge(pointer: string, expected: JsonValue | undefined, received: JsonValue | undefined): Verdict | undefined;
  /** What a recorded text says in this run. */
  text(expected: string): string;
  /** Whether a received text is the expected one, or what a stand-in in it may mean. */
  isSame(expected: string, received: string): boolean;
  /** An expected text with what is known of its stand-ins. */
  meant(expected: string): string;
}

/** Equal, something else was expected, or all that differs below the place. */
export type Verdict = 'equal' | { readonly expected: JsonValue | undefined } | readonly FieldDifference[];

/** So many are told of; a message of quite another kind has no end of them. */
const DIFFERENCES_LIMIT = 50;

/** Where a live value differs from a recorded one: key order, and null against nothing, are no differences. */
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

  /** Names may hold what was redacted, too. */
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
