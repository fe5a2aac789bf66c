import type { Exchange } from '../state/exchange.js';
import { objectOf } from '../json-access.js';
import type { Moment } from '../state/moment.js';
import { askedCallId } from '../tools/asked-call.js';
import { noteLeft } from '../requests/open-requests.js';
import type { Session } from '../state/session.js';
import type { Step } from '../state/step.js';
import { backgroundKey } from './work.js';

/**
 * v2: when an idle ends work that was cancelled, or whose session is being closed, which has the same effect, the
 * agent's pending requests for that work are marked as left open (spec: v2/prompt-lifecycle).
 */
export function noteLeftOpen(session: Session, { update, seq, at }: Step): void {
  const { cancelled } = session.foreground;
  const closing = session.open.at(-1)?.closing;
  if (update?.['state'] !== 'idle') return;
  const { sinceIdle } = session.asked;
  if ((cancelled ?? closing) !== undefined) {
    for (const exchange of sinceIdle) {
      const isOfClosed = closing !== undefined && exchange.seq < closing.seq;
      if (isOfClosed || isOfCancelled(exchange, session, cancelled)) noteLeft(session, exchange, seq, at);
    }
  }
  sinceIdle.clear();
}

/** Whether a request belongs to the cancelled work, rather than to background work. */
function isOfCancelled({ seq, params }: Exchange, { foreground }: Session, cancel: Moment | undefined): boolean {
  if (cancel === undefined || seq > cancel.seq) return false;
  const { background } = foreground;
  if (background === undefined || background.size === 0) return true;
  const toolCallId = askedCallId(objectOf(params));
  return toolCallId !== undefined && !background.has(backgroundKey({ type: 'tool_call', toolCallId }));
}
