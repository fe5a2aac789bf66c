import type { Outline, SessionOutline } from './outline.js';

/** A part of a conversation: a session by its number or id, turns by their number in their session. */
export interface Part {
  readonly session?: string | undefined;
  readonly turn?: number | undefined;
}

/** Only a part of a conversation: what belongs to no session, and the end, are no part of it. */
export function selectPart(outline: Outline, { session, turn }: Part): Outline {
  if (session === undefined && turn === undefined) return outline;
  const named = session === undefined ? outline.sessions : sessionsNamed(outline, session);
  const sessions = turn === undefined ? named : named.map((each) => onlyTurn(each, turn));
  const violations = [...outline.violations].map(
    ([id, items]) => [id, items.filter((item) => turn === undefined || item.turn === turn)] as const,
  );
  return {
    handshake: undefined,
    items: [],
    sessions: sessions.filter(({ turns }) => turn === undefined || turns.length > 0),
    end: undefined,
    violations: new Map(violations.filter(([id]) => id !== '')),
    hasTimes: outline.hasTimes,
  };
}

/** An id counts before a number: an agent may count its sessions. */
function sessionsNamed({ sessions }: Outline, named: string): SessionOutline[] {
  const byId = sessions.filter(({ id }) => id === named);
  return byId.length > 0 ? byId : sessions.filter(({ number }) => String(number) === named);
}

function onlyTurn(session: SessionOutline, turn: number): SessionOutline {
  return {
    ...session,
    // what the agent says of the session it may say at any time
    items: [],
    history: undefined,
    outside: undefined,
    turns: session.turns.filter(({ number }) => number === turn),
  };
}
