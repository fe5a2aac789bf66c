import { ASKS_USER } from '../../acp/methods/method-groups.js';
import type { Connection } from '../state/connection.js';
import type { OpenSpan } from '../state/span.js';
import type { Wait } from '../state/wait.js';

/** What may hold up everything that was sent later. */
export interface Heads {
  /** The oldest open question to the user, if nothing shows that the agent has read anything since. */
  readonly question: OpenSpan | undefined;
  /** The oldest open turn of each session. */
  readonly turns: ReadonlyMap<string | undefined, OpenSpan>;
}

/** @param spans the open spans, oldest first */
export function headsOf({ wires }: Connection, spans: readonly OpenSpan[]): Heads {
  const question = spans.find(
    ({ request, start }) => request !== undefined && ASKS_USER.has(request.method) && wires.agent.hasRead < start.seq,
  );
  const turns = new Map<string | undefined, OpenSpan>();
  for (const span of spans) if (span.kind === 'turn' && !turns.has(span.sessionId)) turns.set(span.sessionId, span);
  return { question, turns };
}

/**
 * The question to the user that was open when the client sent a request and still is, if nothing shows that the agent
 * has read anything since. The agent may read nothing before the question is answered. No single frame shows this.
 */
export function questionBefore(
  { chain, cause }: Pick<Wait, 'chain' | 'cause'>,
  { question }: Heads,
): OpenSpan | undefined {
  const root = chain.at(-1) ?? cause;
  if (cause.owes !== 'agent' || root.request === undefined || cause.last.seq > root.start.seq) return undefined;
  return isBefore(question, root) ? question : undefined;
}

/** v1: the turn of the same session that was open when a prompt was sent, and still is. */
export function turnBefore({ chain, cause }: Pick<Wait, 'chain' | 'cause'>, { turns }: Heads): OpenSpan | undefined {
  const root = chain.at(-1) ?? cause;
  if (root.kind !== 'turn' || cause !== root || root.last.seq > root.start.seq) return undefined;
  const oldest = turns.get(root.sessionId);
  return isBefore(oldest, root) ? oldest : undefined;
}

function isBefore(span: OpenSpan | undefined, { start }: OpenSpan): boolean {
  return span !== undefined && span.start.seq < start.seq;
}
