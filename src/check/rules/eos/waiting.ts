import type { Connection } from '../../../model/state/connection.js';
import type { Session } from '../../../model/state/session.js';
import type { Turn } from '../../../model/state/turn.js';
import type { Ended } from './ending.js';

/** Whether a request of the agent still waits for its client at the end: who ended the connection is not the agent. */
export function waitsForClient({ by }: Pick<Ended, 'by'>): boolean {
  return by !== 'agent';
}

/** Whether a turn cannot go on before the client answers a request: then the missing answer is what is reported. */
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
