import type { Sender } from '../../wire/frame.js';
import type { Severity } from './severity.js';

/** A rule of the protocol that a message breaks. */
export interface Violation {
  readonly rule: string;
  readonly severity: Severity;
  readonly fault: Sender;
  /** The frame it stands at. */
  readonly seq: number;
  readonly sessionId: string | undefined;
  /** Number of the turn in its session. */
  readonly turn: number | undefined;
  readonly message: string;
  /** Other frames that show it. */
  readonly evidence: readonly number[];
  /** The two sides may have crossed on the wire: it is one severity lower for that. */
  readonly raced: boolean;
}
