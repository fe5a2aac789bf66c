import type { Moment } from '../state/moment.js';
import type { SpanKind } from '../state/span.js';

/** The message with which a span begins; in a batch it shares its frame with others. */
interface Beginning {
  readonly seq: number;
  readonly index: number | undefined;
}

/** The id of a span within its recording: `permission:58`, in a batch `permission:58:2`. */
export function spanId(kind: SpanKind, { seq, index }: Beginning): string {
  return index === undefined ? `${kind}:${seq}` : `${kind}:${seq}:${index}`;
}

/** Just the place, from an object with more members. */
export function momentOf({ seq, at }: Moment): Moment {
  return { seq, at };
}
