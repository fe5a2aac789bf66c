import { escapeUnsafe, escapeUnsafeLines } from '../wire/plain-text.js';

/** A value as JSON for a terminal or a file: nothing in it drives a terminal or turns the direction of writing. */
export function printedJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, undefined, indent);
  // within strings JSON has no newlines of its own
  return indent === undefined ? escapeUnsafe(text) : escapeUnsafeLines(text);
}
