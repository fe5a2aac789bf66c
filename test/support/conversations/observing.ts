import { Observer, type Listener, type ObserverOptions } from '../../../src/model/observer.js';
import type { Connection } from '../../../src/model/state/connection.js';
import type { EventFields, EventName, Sender } from '../../../src/wire/frame.js';
import type { JsonValue } from '../../../src/wire/json-text.js';
import { utf8 } from '../values/bytes.js';

/** A line or an event, without its number: that is its place. */
export type Observed =
  | {
      readonly type: 'frame';
      readonly sender: Sender;
      /** Undefined: too long to be looked at. */
      readonly bytes: Uint8Array | undefined;
      readonly terminated: boolean;
      readonly atNs: number | undefined;
    }
  | {
      readonly type: 'event';
      readonly name: EventName;
      readonly fields: EventFields;
      readonly atNs: number | undefined;
    };

/** Something that is told of lines and events: the observer and the checker are. */
interface Teller {
  frame(frame: { seq: number; sizeBytes: number } & Omit<Extract<Observed, { type: 'frame' }>, 'type'>): void;
  event(event: { seq: number } & Omit<Extract<Observed, { type: 'event' }>, 'type'>): void;
}

/** Tells of entries, the first of which has the number `from`. */
export function tell(teller: Teller, entries: readonly Observed[], from = 0): void {
  for (const [i, entry] of entries.entries()) {
    const seq = from + i;
    if (entry.type === 'event') teller.event({ ...entry, seq });
    else teller.frame({ ...entry, seq, sizeBytes: entry.bytes?.length ?? 100_000_000 });
  }
}

/** A line that says `message`, or these very words where it is a text. */
export function line(sender: Sender, message: JsonValue, atMs?: number): Observed {
  const bytes = utf8(typeof message === 'string' ? message : JSON.stringify(message));
  return { type: 'frame', sender, bytes, terminated: true, atNs: atMs === undefined ? undefined : atMs * 1e6 };
}

export function event(name: EventName, fields: EventFields = {}, atMs?: number): Observed {
  return { type: 'event', name, fields, atNs: atMs === undefined ? undefined : atMs * 1e6 };
}

/** The state after some entries. */
export function stateAfter(
  entries: readonly Observed[],
  { listeners = [], ...options }: ObserverOptions & { readonly listeners?: readonly Listener[] } = {},
): Connection {
  const observer = new Observer(listeners, options);
  tell(observer, entries);
  return observer.connection;
}

/** Entries as a person reads them. */
export function shown(entries: readonly Observed[]): string {
  const text = (entry: Observed) => {
    if (entry.type === 'event') return `event ${entry.name} ${JSON.stringify(entry.fields)}`;
    const { sender, bytes, terminated } = entry;
    return `${sender} ${bytes === undefined ? '(too long)' : new TextDecoder().decode(bytes)}${terminated ? '' : ' ~'}`;
  };
  return entries.map((entry, seq) => `${seq} ${text(entry)}`).join('\n');
}
