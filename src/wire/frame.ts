import type { Message } from './message.js';

/** The parties of a connection. */
export type Sender = 'client' | 'agent';

/** What the tap records bytes of: what each party said, and the agent's stderr. */
export type Stream = Sender | 'stderr';

export const STREAMS: readonly Stream[] = ['client', 'agent', 'stderr'];

/** What happens to the process and its pipes; stands on the same timeline as the frames. */
export type EventName =
  | 'spawn'
  | 'client-eof'
  | 'agent-eof'
  | 'stdin-closed'
  | 'stdout-closed'
  | 'signal'
  | 'exit'
  | 'left-open'
  | 'gap'
  | 'incomplete';

export const EVENT_NAMES: readonly EventName[] = [
  'spawn',
  'client-eof',
  'agent-eof',
  'stdin-closed',
  'stdout-closed',
  'signal',
  'exit',
  'left-open',
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
