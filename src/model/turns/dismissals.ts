import type { Session } from '../state/session.js';

/** So soon after a permission was dismissed the client may say that it was a cancel, in ms. */
export const CANCEL_FOLLOWS_MS = 1_000;

/** Whether no session/cancel can explain a dismissal any more. */
export function isUnexplained(dismissedAt: number, at: number): boolean {
  return at - dismissedAt > CANCEL_FOLLOWS_MS;
}

/** What is too old to be explained was looked at by now. They stand in the order of their times. */
export function forgetDismissed({ dismissed }: Session, at: number): void {
  for (const turn of dismissed) {
    if (turn.dismissedUnasked !== undefined && !isUnexplained(turn.dismissedUnasked.at, at)) return;
    dismissed.delete(turn);
  }
}
