import type { ErrorFacts } from '../../model/state/step.js';

/** So much of the data of an error is looked at. */
const LOOKED_AT = 4_000;

/** Whether an error speaks of something, in its message or its data. */
export function mentions(error: ErrorFacts, words: RegExp): boolean {
  return words.test(textOfError(error));
}

/** What an error says: its message, and its data as JSON. */
function textOfError({ message, data }: ErrorFacts): string {
  const details = data === undefined || data === null ? '' : JSON.stringify(data).slice(0, LOOKED_AT);
  return `${message.slice(0, LOOKED_AT)} ${details}`;
}
