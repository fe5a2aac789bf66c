import type { Sender } from '../../wire/frame.js';
import type { Severity } from './severity.js';

/** A violation of a rule of the protocol. */
export interface Violation {
  readonly rule: string;
  readonly severity: Severity;
  readonly fault: Sender;
  /** The frame at which it is reported. */
  readonly seq: number;
  readonly sessionId: string | undefined;
  /** Number of the turn in its session. */
  readonly turn: number | undefined;
  readonly message: string;
  /** Other frames that prove it. */
  readonly evidence: readonly number[];
  /** The two sides may have crossed on the wire, so it is one severity lower. */
  readonly raced: boolean;
}
