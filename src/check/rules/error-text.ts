import type { ErrorFacts } from '../../model/state/step.js';

/** Only this many characters of an error's message and data are looked at. */
const LOOKED_AT = 4_000;

/** Whether the message or data of an error match a pattern. */
export function mentions(error: ErrorFacts, words: RegExp): boolean {
  return words.test(textOfError(error));
}

/** The text of an error: its message, and its data as JSON. */
function textOfError({ message, data }: ErrorFacts): string {
  const details = data === undefined || data === null ? '' : JSON.stringify(data).slice(0, LOOKED_AT);
  return `${message.slice(0, LOOKED_AT)} ${details}`;
}
