import type { CancelledTurn } from '../script/cancelling.js';
import type { FieldDifference } from './differences.js';
import type { Divergence } from '../divergence/divergence.js';
import type { RecordedFrame } from '../script/recorded.js';
import type { ClientMessage, Lane, OwnEnding } from '../script/script.js';

/** An input of a replay. */
export type Input =
  /** A line of the live client, without its newline. */
  | { readonly type: 'line'; readonly bytes: Uint8Array }
  /** The client sends nothing more. */
  | { readonly type: 'end' }
  /** The client was silent for too long while the replay waited for it. */
  | { readonly type: 'timeout' };

/** An output of a replay. */
export type Effect =
  | {
      readonly type: 'send';
      readonly frame: RecordedFrame;
      /** The session whose order it keeps. */
      readonly lane: Lane | undefined;
      /** Without the newline. */
      readonly bytes: Uint8Array;
      /** The recorded pause before it, in ns; 0 if no time is known. */
      readonly pauseNs: number;
    }
  /** A request is answered with the divergence. `id` is as it is spelled. */
  | { readonly type: 'refuse'; readonly id: string; readonly divergence: Divergence }
  | { readonly type: 'matched'; readonly message: ClientMessage }
  /** A difference that was allowed. */
  | { readonly type: 'warn'; readonly message: ClientMessage; readonly differences: readonly FieldDifference[] }
  /**
   * The client cancels a turn that was not cancelled in the recording: frames that were not written yet are dropped. `isSent`: its end was
   * sent already.
   */
  | { readonly type: 'cancel'; readonly turn: CancelledTurn; readonly isSent: boolean }
  | { readonly type: 'diverge'; readonly divergence: Divergence }
  /** The recorded agent ended here by itself; without `exit`, it only closed its stdout. */
  | { readonly type: 'finish'; readonly exit: OwnEnding['exit'] };
