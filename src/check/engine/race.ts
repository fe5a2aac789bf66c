import type { Connection } from '../../model/state/connection.js';
import type { Moment } from '../../model/state/moment.js';
import type { Step } from '../../model/state/step.js';

/**
 * Whether a frame may have been written before its sender had read one of the other side. Each direction is a queue, so
 * cause proves order: who answers a later frame has read the earlier one, and who goes on after an answer that it waited
 * for has read what came before that answer. Where nothing proves it, time does, beyond the window.
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
