import type { Moment } from '../state/moment.js';
import type { SpanKind } from '../state/span.js';

/** What a span begins with: a message, which in a batch is not alone in its frame. */
interface Beginning {
  readonly seq: number;
  readonly index: number | undefined;
}

/** The id of a span within its recording: `permission:58`, in a batch `permission:58:2`. */
export function spanId(kind: SpanKind, { seq, index }: Beginning): string {
  return index === undefined ? `${kind}:${seq}` : `${kind}:${seq}:${index}`;
}

/** The place alone, of what has more members. */
export function momentOf({ seq, at }: Moment): Moment {
  return { seq, at };
}
