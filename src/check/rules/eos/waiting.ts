import type { Session } from '../../../model/state/session.js';
import type { Turn } from '../../../model/state/turn.js';
import type { Ended } from './ending.js';

/** Whether the agent's requests were still waiting at the end: the agent did not end the connection itself. */
export function waitsForClient({ by }: Pick<Ended, 'by'>): boolean {
  return by !== 'agent';
}

/** Whether a turn waits for an answer of the client; then only that missing answer is reported. */
export function isHeldByClient({ asked }: Session, { openRequests }: Turn, ended: Pick<Ended, 'by'>): boolean {
  return waitsForClient(ended) && (openRequests.size > 0 || asked.outsideTurns.size > 0);
}
