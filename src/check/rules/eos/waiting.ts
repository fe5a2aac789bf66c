import type { Connection } from '../../../model/state/connection.js';
import type { Session } from '../../../model/state/session.js';
import type { Turn } from '../../../model/state/turn.js';
import type { Ended } from './ending.js';

/** Whether the agent's requests were still waiting at the end: the agent did not end the connection itself. */
export function waitsForClient({ by }: Pick<Ended, 'by'>): boolean {
  return by !== 'agent';
}

/** Whether a turn waits for an answer of the client; then only that missing answer is reported. */
export function isHeldByClient(
  { requests }: Connection,
  { id }: Session,
  turn: Turn,
  ended: Pick<Ended, 'by'>,
): boolean {
  return [...requests.agent.pending.values()].some(
    (request) =>
      request.sessionId === id &&
      (request.turn === turn.number || request.turn === undefined) &&
      !request.needsNoAnswer &&
      request.outlivedTurn === undefined &&
      waitsForClient(ended),
  );
}
