import type { Violation } from '../../check/engine/violation.js';
import type { ObservedFrame } from '../../model/observer.js';
import type { Recording } from '../../store/query/recordings.js';
import { frameBeginnings } from '../../store/query/timeline.js';
import type { Database } from '../../store/schema/sqlite.js';
import { quotedViolation, type QuotedViolation } from '../../report/check/checked.js';

/** How much of a frame is quoted, in bytes. */
const QUOTED_BYTES = 400;

/** One for all: making one takes longer than what it decodes. */
const decoder = new TextDecoder();

/** The beginning of a frame as text. @param bytes a little more than is quoted, where there is more */
function quoteOf(bytes: Uint8Array): string {
  if (bytes.length <= QUOTED_BYTES) return decoder.decode(bytes);
  const text = decoder.decode(bytes.subarray(0, QUOTED_BYTES), { stream: true });
  // a character that is cut in two is left out: it waits in the decoder, and is thrown away here
  decoder.decode();
  return `${text}...`;
}

/** How many of the last frames can be quoted. */
const QUOTABLE_FRAMES = 512;

/** The beginnings of the last frames of a conversation, for the violations that stand at them. */
export class Quotes {
  readonly #kept: { readonly seq: number; readonly bytes: Uint8Array | undefined }[] = [];

  note({ seq, bytes }: Pick<ObservedFrame, 'seq' | 'bytes'>): void {
    this.#kept[seq % QUOTABLE_FRAMES] = { seq, bytes: quotable(bytes) };
  }

  /** Undefined where it is no frame, or one that is long gone. */
  of(seq: number): string | undefined {
    const kept = this.#kept[seq % QUOTABLE_FRAMES];
    return kept?.seq !== seq || kept.bytes === undefined ? undefined : quoteOf(kept.bytes);
  }
}

/** A small frame as it is; of a large one a copy of its beginning, so that the rest can go. */
function quotable(bytes: Uint8Array | undefined): Uint8Array | undefined {
  if (bytes === undefined || bytes.length <= 4 * QUOTED_BYTES) return bytes;
  // the slice of a Buffer would be a view
  return new Uint8Array(bytes.subarray(0, QUOTED_BYTES + 1));
}

/** Violations with the beginnings of the frames they stand at. */
export function withQuotes(db: Database, { number }: Recording, violations: readonly Violation[]): QuotedViolation[] {
  const beginningOf = frameBeginnings(db, number, QUOTED_BYTES + 1);
  return violations.map((violation) => {
    const bytes = beginningOf(violation.seq);
    return quotedViolation(violation, bytes === undefined ? undefined : quoteOf(bytes), undefined);
  });
}
