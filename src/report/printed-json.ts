import { escapeUnsafe, escapeUnsafeLines } from '../wire/plain-text.js';

/** A value as JSON for a terminal or a file: control characters, and those that change the writing direction, are escaped. */
export function printedJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, undefined, indent);
  // JSON never has raw newlines within strings, so those that are there are its layout
  return indent === undefined ? escapeUnsafe(text) : escapeUnsafeLines(text);
}
