import type { Connection, Exchange } from '../../../model/connection.js';
import type { Session } from '../../../model/session.js';
import type { Turn } from '../../../model/turn.js';
import type { Ended } from './ending.js';

/**
 * Whether a request of the agent still waits for its client at the end: who ended the connection is not the agent, and
 * the turn that it was made for did not end without it (turn/open-request-at-end).
 */
export function waitsForClient({ outlivedTurn }: Exchange, { by }: Ended): boolean {
  return by !== 'agent' && outlivedTurn === undefined;
}

/** Whether a turn cannot go on before the client answers a request: then the missing answer is what is reported. */
export function isHeldByClient({ requests }: Connection, { id }: Session, turn: Turn, ended: Ended): boolean {
  return [...requests.agent.pending.values()].some(
    (request) =>
      request.sessionId === id &&
      (request.turn === turn.number || request.turn === undefined) &&
      !request.needsNoAnswer &&
      waitsForClient(request, ended),
  );
}
