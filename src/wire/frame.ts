import type { Message } from './message.js';

/** The parties of a connection. */
export type Sender = 'client' | 'agent';

export function otherOf(sender: Sender): Sender {
  return sender === 'client' ? 'agent' : 'client';
}

/** The streams that the tap records: that of each party, and the agent's stderr. */
export type Stream = Sender | 'stderr';

export const STREAMS: readonly Stream[] = ['client', 'agent', 'stderr'];

/** Something that happens to the process and its pipes. Events and frames share one timeline. */
export type EventName =
  | 'spawn'
  | 'launch'
  | 'client-eof'
  | 'agent-eof'
  | 'stdin-closed'
  | 'stdout-closed'
  | 'signal'
  | 'exit'
  | 'not-reading'
  | 'reading-again'
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
  'not-reading',
  'reading-again',
  'left-open',
  'undelivered',
  'gap',
  'incomplete',
];

/** The details of an event, as text and in the order in which they were written: pid, argv, code, bytes... */
export type EventFields = Readonly<Record<string, string>>;

/** One event, for the journal, a fixture or a row. */
export interface TapEvent {
  readonly name: EventName;
  readonly fields: EventFields;
}

/** The facts about a message that need no earlier messages; for lists and look-ups. */
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
  /** Its place on the timeline, from 0; events are counted too. */
  readonly seq: number;
  readonly stream: Stream;
  /** Whether a newline ended it. */
  readonly terminated: boolean;
  /** When its first and its last byte arrived, in ns since time zero; undefined if no time is known. */
  readonly firstNs: number | undefined;
  readonly lastNs: number | undefined;
  /** Without the newline. */
  readonly sizeBytes: number;
  /** All of its bytes or, for a large frame, the first ones. */
  readonly head: Uint8Array;
  /** Undefined for stderr. */
  readonly envelope: Envelope | undefined;
}

/** An event as it was recorded. */
export interface RecordedEvent extends TapEvent {
  readonly type: 'event';
  readonly seq: number;
  /** In ns since time zero; undefined if no time is known. */
  readonly atNs: number | undefined;
}

export type TimelineEntry = Frame | RecordedEvent;

/** The facts about the other half of an exchange. */
export interface OtherHalf {
  readonly seq: number;
  readonly lastNs: number | undefined;
  readonly method: string | undefined;
}
