import type { Message } from './message.js';

/** The parties of a connection. */
export type Sender = 'client' | 'agent';

export function otherOf(sender: Sender): Sender {
  return sender === 'client' ? 'agent' : 'client';
}

/** What the tap records bytes of: what each party said, and the agent's stderr. */
export type Stream = Sender | 'stderr';

export const STREAMS: readonly Stream[] = ['client', 'agent', 'stderr'];

/** What happens to the process and its pipes; stands on the same timeline as the frames. */
export type EventName =
  | 'spawn'
  | 'launch'
  | 'client-eof'
  | 'agent-eof'
  | 'stdin-closed'
  | 'stdout-closed'
  | 'signal'
  | 'exit'
  | 'left-open'
  | 'undelivered'
  | 'gap'
  | 'incomplete';

export const EVENT_NAMES: readonly EventName[] = [
  'spawn',
  'launch',
  'client-eof',
  'agent-eof',
  'stdin-closed',
  'stdout-closed',
  'signal',
  'exit',
  'left-open',
  'undelivered',
  'gap',
  'incomplete',
];

/** What more an event says: pid, argv, code, bytes... as text, in the order of writing. */
export type EventFields = Readonly<Record<string, string>>;

/** One event, for the journal, a fixture or a row. */
export interface TapEvent {
  readonly name: EventName;
  readonly fields: EventFields;
}

/** What can be said of a message without knowing what came before it; for lists and look-ups. */
export interface Envelope {
  readonly kind: Message['kind'];
  readonly method: string | undefined;
  /** Raw JSON token. */
  readonly id: string | undefined;
  readonly sessionId: string | undefined;
}

/** A frame as it was recorded: one line on the wire (or of stderr), its sender and its times. */
export interface Frame {
  readonly type: 'frame';
  /** Its place on the timeline, one count with the events; from 0. */
  readonly seq: number;
  readonly stream: Stream;
  /** Whether a newline ended it. */
  readonly terminated: boolean;
  /** Arrival of its first and its last byte, in ns since time zero; undefined where no time is known. */
  readonly firstNs: number | undefined;
  readonly lastNs: number | undefined;
  /** Without the newline. */
  readonly sizeBytes: number;
  /** All of its bytes or, of a large frame, its beginning. */
  readonly head: Uint8Array;
  /** Undefined for stderr. */
  readonly envelope: Envelope | undefined;
}

/** An event as it was recorded. */
export interface RecordedEvent extends TapEvent {
  readonly type: 'event';
  readonly seq: number;
  /** In ns since time zero; undefined where no time is known. */
  readonly atNs: number | undefined;
}

export type TimelineEntry = Frame | RecordedEvent;

/** What one half of an exchange says of the other. */
export interface OtherHalf {
  readonly seq: number;
  readonly lastNs: number | undefined;
  readonly method: string | undefined;
}
