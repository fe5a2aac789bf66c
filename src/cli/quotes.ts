import type { Database } from 'better-sqlite3';
import type { Violation } from '../check/violation.js';
import { keyOf } from '../store/keys.js';
import type { Recording } from '../store/recordings.js';
import { quotedViolation, type QuotedViolation } from '../view/check-report/checked.js';

/** How much of a frame is quoted, in bytes. */
export const QUOTED_BYTES = 400;

/** One for all: making one takes longer than what it decodes. */
const decoder = new TextDecoder();

/** The beginning of a frame as text. @param bytes a little more than is quoted, where there is more */
export function quoteOf(bytes: Uint8Array): string {
  if (bytes.length <= QUOTED_BYTES) return decoder.decode(bytes);
  const text = decoder.decode(bytes.subarray(0, QUOTED_BYTES), { stream: true });
  // a character that is cut in two is left out: it waits in the decoder, and is thrown away here
  decoder.decode();
  return `${text}...`;
}

/** Violations with the beginnings of the frames they stand at. */
export function withQuotes(db: Database, { number }: Recording, violations: readonly Violation[]): QuotedViolation[] {
  const head = db
    .prepare(`SELECT coalesce(substr(bytes, 1, ${QUOTED_BYTES + 1}), x'') FROM frame WHERE key = ?`)
    .pluck();
  return violations.map((violation) => {
    const bytes = head.get(keyOf(number, violation.seq)) as Uint8Array | undefined;
    return quotedViolation(violation, bytes === undefined ? undefined : quoteOf(bytes), undefined);
  });
}
