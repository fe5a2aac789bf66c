import type { JsonValue } from '../../wire/json-text.js';
import type { FieldDifference } from '../engine/differences.js';
import { escapeUnsafe, isPlain } from '../../wire/plain-text.js';

/** Two values that differ, as people see them. */
export interface ShownValues {
  readonly recorded: string;
  readonly received: string;
}

/** Longer values are cut, in characters: some stay before the first difference, and some after it. */
const SHOWN_WHOLE = 120;
const BEFORE = 40;
const FROM = 80;
/** How many code points are named to show which characters differ. */
const NAMED_POINTS = 4;

/** Shows both values. Whatever their size, the first difference is in view; characters that look alike are named. */
export function shownValues({ expected, received, spelled }: Omit<FieldDifference, 'pointer'>): ShownValues {
  if (spelled !== undefined) return cutBoth(spelled.recorded, spelled.received);
  if (typeof expected === 'string' && typeof received === 'string') return shownTexts(expected, received);
  return cutBoth(textOf(expected), textOf(received));
}

function cutBoth(recorded: string, received: string): ShownValues {
  const from = firstDifference(recorded, received);
  return { recorded: cutAt(recorded, from, asIs), received: cutAt(received, from, asIs) };
}

function shownTexts(expected: string, received: string): ShownValues {
  const from = firstDifference(expected, received);
  const shown = { recorded: cutAt(expected, from, quoted), received: cutAt(received, from, quoted) };
  const parts = {
    recorded: differingPart(expected, received, from),
    received: differingPart(received, expected, from),
  };
  if (!looksAlike(parts)) return shown;
  const at = Array.from(expected.slice(0, from)).length + 1;
  return {
    recorded: `${shown.recorded} (character ${at}: ${codePoints(parts.recorded)})`,
    received: `${shown.received} (character ${at}: ${codePoints(parts.received)})`,
  };
}

function textOf(value: JsonValue | undefined): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

function asIs(text: string): string {
  return text;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

/** The text around a place, and how long the whole is if that is not all. */
function cutAt(text: string, at: number, written: (part: string) => string): string {
  if (text.length <= SHOWN_WHOLE) return escapeUnsafe(written(text));
  const start = at <= BEFORE ? 0 : wholeCharacter(text, Math.min(at - BEFORE, text.length - SHOWN_WHOLE));
  const end = wholeCharacter(text, Math.min(text.length, Math.max(at + FROM, start + SHOWN_WHOLE)));
  const part = escapeUnsafe(written(text.slice(start, end)));
  return `${start > 0 ? '...' : ''}${part}${end < text.length ? '...' : ''} (${text.length} characters)`;
}

/** Where two texts begin to differ, never within a character. */
function firstDifference(one: string, other: string): number {
  const end = Math.min(one.length, other.length);
  let at = 0;
  while (at < end && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return wholeCharacter(one, at);
}

/** The place, or the one before it if a character of two halves would be cut there. */
function wholeCharacter(text: string, at: number): number {
  const isWithin = at > 0 && isHighSurrogate(text.charCodeAt(at - 1)) && isLowSurrogate(text.charCodeAt(at));
  return isWithin ? at - 1 : at;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

/** A text without the beginning and the end that both texts share. */
function differingPart(text: string, other: string, from: number): string {
  const longest = Math.min(text.length, other.length) - from;
  let same = 0;
  while (same < longest && text.at(-1 - same) === other.at(-1 - same)) same += 1;
  return text.slice(from, wholeCharacter(text, text.length - same));
}

/** Whether a reader may see no difference: a character is invisible, or looks like another one. */
function looksAlike({ recorded, received }: ShownValues): boolean {
  if (!isStrange(recorded) && !isStrange(received)) return false;
  if (visible(recorded) === visible(received)) return true;
  return (
    Math.max(...[recorded, received].map((text) => Array.from(text).length)) <= NAMED_POINTS ||
    scriptsDiffer(recorded, received)
  );
}

/** Whether a text holds a visible character that is not on every keyboard. */
function isStrange(text: string): boolean {
  return Array.from(text).some((character) => character > '~' && isPlain(character));
}

/** The visible part of a text. */
function visible(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/\p{Zs}/gu, ' ');
}

/** Whether both begin with letters, of which only one is Latin. */
function scriptsDiffer(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => /^\p{L}/u.exec(text)?.[0]);
  return a !== undefined && b !== undefined && isLatin(a) !== isLatin(b);
}

function isLatin(letter: string): boolean {
  return /\p{Script=Latin}/u.test(letter);
}

/** `U+0061 U+0308`. */
function codePoints(text: string): string {
  const points = Array.from(text);
  if (points.length === 0) return 'nothing';
  const named = points.slice(0, NAMED_POINTS).map((character) => {
    return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  });
  return `${named.join(' ')}${points.length > NAMED_POINTS ? ' ...' : ''}`;
}
