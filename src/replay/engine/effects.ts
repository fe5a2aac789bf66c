import type { CancelledTurn } from '../script/cancelling.js';
import type { FieldDifference } from './differences.js';
import type { Divergence } from '../divergence/divergence.js';
import type { RecordedFrame } from '../script/recorded.js';
import type { ClientMessage, Lane, OwnEnding } from '../script/script.js';

/** What happens to a replay. */
export type Input =
  /** A line of the live client, without its newline. */
  | { readonly type: 'line'; readonly bytes: Uint8Array }
  /** The client says no more. */
  | { readonly type: 'end' }
  /** The client was silent for too long while it was waited for. */
  | { readonly type: 'timeout' };

/** What a replay does. */
export type Effect =
  | {
      readonly type: 'send';
      readonly frame: RecordedFrame;
      /** The session whose order it keeps. */
      readonly lane: Lane | undefined;
      /** Without the newline. */
      readonly bytes: Uint8Array;
      /** The pause that was recorded before it, in ns; 0 where no time is known. */
      readonly pauseNs: number;
    }
  /** A request is answered with the divergence. `id`: as it is spelled. */
  | { readonly type: 'refuse'; readonly id: string; readonly divergence: Divergence }
  | { readonly type: 'matched'; readonly message: ClientMessage }
  /** A difference that was allowed. */
  | { readonly type: 'warn'; readonly message: ClientMessage; readonly differences: readonly FieldDifference[] }
  /** A turn that the client cancels and the recorded one did not: what is not written yet never is. `isSent`: its end was sent. */
  | { readonly type: 'cancel'; readonly turn: CancelledTurn; readonly isSent: boolean }
  | { readonly type: 'diverge'; readonly divergence: Divergence }
  /** The recorded agent ended here by itself; without `exit` it closed its stdout only. */
  | { readonly type: 'finish'; readonly exit: OwnEnding['exit'] };
