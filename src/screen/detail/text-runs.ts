import { brokenUtf8 } from '../../wire/utf8.js';
import { spellingOf } from '../cells/sanitise.js';

/** Some text of a frame, and the bytes it was read from. */
export interface TextRun {
  readonly kind: 'plain' | 'escape' | 'newline' | 'tab' | 'broken';
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Bytes of text; `isString` if they are in a JSON string, where backslashes are escapes. */
export interface TextPart {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
  readonly isString: boolean;
}

/** How much is read at a time, in bytes: showing one line must not read a megabyte. */
const RUN_BYTES = 2048;

const BACKSLASH = 0x5c;
const UNICODE_ESCAPE_BYTES = 6;
const BYTE_CHARACTERS = 2;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The escapes of visible characters. */
const MEANT: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['/', '/'],
]);

/**
 * Reads text piece by piece. In strings, escapes of visible characters are decoded, and others stay as they are spelled. Bytes that are not
 * UTF-8 become `<ff>`, one by one.
 */
export function* textRuns(part: TextPart): Generator<TextRun> {
  const { bytes, to, isString } = part;
  let at = part.from;
  while (at < to) {
    const run = isString && bytes[at] === BACKSLASH ? escapeAt(bytes, at, to) : plainAt(part, at);
    yield run;
    at = run.to;
  }
}

function plainAt({ bytes, to, isString }: TextPart, from: number): TextRun {
  let end = Math.min(to, from + RUN_BYTES);
  const escape = isString ? bytes.subarray(from, end).indexOf(BACKSLASH) : -1;
  if (escape !== -1) end = from + escape;
  const broken = brokenUtf8(bytes.subarray(from, end));
  if (broken?.offset === 0) return brokenByte(bytes, from);
  if (broken !== undefined) end = from + broken.offset;
  return { kind: 'plain', text: decoder.decode(bytes.subarray(from, end)), from, to: end };
}

function brokenByte(bytes: Uint8Array, from: number): TextRun {
  const text = `<${(bytes[from] ?? 0).toString(16).padStart(BYTE_CHARACTERS, '0')}>`;
  return { kind: 'broken', text, from, to: from + 1 };
}

function escapeAt(bytes: Uint8Array, from: number, to: number): TextRun {
  const letter = String.fromCharCode(bytes[from + 1] ?? 0);
  const end = Math.min(to, from + 2);
  const meant = MEANT.get(letter);
  if (meant !== undefined) return { kind: 'plain', text: meant, from, to: end };
  if (letter === 'n') return { kind: 'newline', text: '\\n', from, to: end };
  if (letter === 't') return { kind: 'tab', text: '\\t', from, to: end };
  if (letter === 'u') return unicodeAt(bytes, from, to);
  const isAscii = (bytes[from + 1] ?? 0) < 0x80;
  return isAscii
    ? { kind: 'escape', text: asciiAt(bytes, from, end), from, to: end }
    : { kind: 'escape', text: '\\', from, to: from + 1 };
}

/** `\u00e9`, or two of them that form one character. */
function unicodeAt(bytes: Uint8Array, from: number, to: number): TextRun {
  const end = from + UNICODE_ESCAPE_BYTES;
  const unit = unitAt(bytes, from, to);
  if (unit === undefined) return { kind: 'escape', text: '\\u', from, to: Math.min(to, from + 2) };
  const second = unit >= 0xd800 && unit < 0xdc00 ? unitAt(bytes, end, to) : undefined;
  const isPair = second !== undefined && second >= 0xdc00 && second < 0xe000;
  const point = isPair ? (unit - 0xd800) * 0x400 + (second - 0xdc00) + 0x10000 : unit;
  const last = isPair ? end + UNICODE_ESCAPE_BYTES : end;
  const text = String.fromCodePoint(point);
  const isSeen = spellingOf(point, 'utf-8') === undefined && !/^\p{M}$/u.test(text) && text !== '\\';
  return isSeen
    ? { kind: 'plain', text, from, to: last }
    : { kind: 'escape', text: asciiAt(bytes, from, last), from, to: last };
}

function unitAt(bytes: Uint8Array, at: number, to: number): number | undefined {
  if (at + UNICODE_ESCAPE_BYTES > to) return undefined;
  const [, digits] = /^\\u([0-9a-fA-F]{4})$/.exec(asciiAt(bytes, at, at + UNICODE_ESCAPE_BYTES)) ?? [];
  return digits === undefined ? undefined : Number.parseInt(digits, 16);
}

function asciiAt(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}
