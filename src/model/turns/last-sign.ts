import type { Moment } from '../state/moment.js';
import type { Session } from '../state/session.js';
import type { Turn } from '../state/turn.js';

/** The last sign of life in a turn: an update of the agent, or an answer it was waiting for. */
export function lastOf({ lastClientAnswer }: Session, { last }: Turn): Moment {
  return lastClientAnswer !== undefined && lastClientAnswer.seq > last.seq ? lastClientAnswer : last;
}
