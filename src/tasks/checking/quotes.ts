import type { Violation } from '../../check/engine/violation.js';
import type { ObservedFrame } from '../../model/observer.js';
import type { Recording } from '../../store/query/recordings.js';
import { frameBeginnings } from '../../store/query/timeline.js';
import type { Database } from '../../store/schema/sqlite.js';
import { quotedViolation, type QuotedViolation } from '../../report/check/checked.js';

/** How much of a frame is quoted, in bytes. */
const QUOTED_BYTES = 400;

/** One decoder for all, because creating one takes longer than decoding a quote. */
const decoder = new TextDecoder();

/** The beginning of a frame as text. @param bytes a little more than is quoted, if there is more */
function quoteOf(bytes: Uint8Array): string {
  if (bytes.length <= QUOTED_BYTES) return decoder.decode(bytes);
  const text = decoder.decode(bytes.subarray(0, QUOTED_BYTES), { stream: true });
  // an incomplete last character waits in the decoder; this call drops it
  decoder.decode();
  return `${text}...`;
}

/** How many of the last frames can be quoted. */
const QUOTABLE_FRAMES = 512;

/** The beginnings of the last frames of a conversation, for their violations. */
export class Quotes {
  readonly #kept: { readonly seq: number; readonly bytes: Uint8Array | undefined }[] = [];

  note({ seq, bytes }: Pick<ObservedFrame, 'seq' | 'bytes'>): void {
    this.#kept[seq % QUOTABLE_FRAMES] = { seq, bytes: quotable(bytes) };
  }

  /** Undefined if it is not a frame, or if the frame is not in memory any more. */
  of(seq: number): string | undefined {
    const kept = this.#kept[seq % QUOTABLE_FRAMES];
    return kept?.seq !== seq || kept.bytes === undefined ? undefined : quoteOf(kept.bytes);
  }
}

/** A small frame unchanged; for a large one, a copy of its beginning, so that the rest can be freed. */
function quotable(bytes: Uint8Array | undefined): Uint8Array | undefined {
  if (bytes === undefined || bytes.length <= 4 * QUOTED_BYTES) return bytes;
  // a copy, because the slice of a Buffer would be a view
  return new Uint8Array(bytes.subarray(0, QUOTED_BYTES + 1));
}

/** Violations with the beginnings of their frames. */
export function withQuotes(db: Database, { number }: Recording, violations: readonly Violation[]): QuotedViolation[] {
  const beginningOf = frameBeginnings(db, number, QUOTED_BYTES + 1);
  return violations.map((violation) => {
    const bytes = beginningOf(violation.seq);
    return quotedViolation(violation, bytes === undefined ? undefined : quoteOf(bytes), undefined);
  });
}
