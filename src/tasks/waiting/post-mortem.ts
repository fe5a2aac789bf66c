import { endedOf } from '../../check/rules/eos/ending.js';
import type { Connection } from '../../model/state/connection.js';
import type { WhyJson } from '../../report/waits/why-json-schema.js';

/** How a conversation that is not live ended. */
export interface Ending {
  /** From when on nothing could be answered any more, in ms since time zero. */
  readonly atMs: number;
  readonly notes: readonly string[];
}

export function endingOf(connection: Connection, state: WhyJson['state']): Ending {
  const { ending, last } = connection;
  const isKnown = ending.exit !== undefined || ending.agentEof !== undefined || ending.clientEof !== undefined;
  if (isKnown) {
    const { at, how, isWhole } = endedOf(connection);
    const notes = isWhole ? [] : ['the recording is incomplete: a missing frame may have been the answer'];
    return { atMs: at.at, notes: [`${how} (event ${at.seq})`, ...notes] };
  }
  const notes = {
    killed: ['the tap was killed: what came after its last frame is unknown'],
    unknown: ['the tap is out of sight (a container, another machine): the times count until its last frame'],
    ended: ['the recording does not say how the connection ended'],
    live: [],
  };
  return { atMs: last?.at ?? 0, notes: notes[state] };
}
