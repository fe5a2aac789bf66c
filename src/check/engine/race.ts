import type { Connection } from '../../model/state/connection.js';
import type { Moment } from '../../model/state/moment.js';
import type { Step } from '../../model/state/step.js';

/**
 * Whether a frame may have been written before its sender had read a certain frame of the other side. Each direction is
 * a queue, so cause proves order: a side that answers a later frame has read the earlier one, and a side that goes on
 * after an answer has read everything before that answer. Without such a proof, frames further apart than the window
 * count as read.
 *
 * @param windowMs frames closer than this may have crossed
 */
export function mayHaveCrossed(connection: Connection, step: Step, other: Moment, windowMs: number): boolean {
  const { sender, exchange, session, at, line } = step;
  if (exchange !== undefined && exchange.seq >= other.seq) return false;
  if (connection.wires[sender].hasRead >= other.seq) return false;
  const answered = session?.lastClientAnswer;
  if (sender === 'agent' && answered !== undefined && answered.seq > other.seq) return false;
  return line.timed && at - other.at <= windowMs;
}
