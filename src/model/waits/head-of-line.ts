import { ASKS_USER } from '../../acp/methods/method-groups.js';
import type { Connection } from '../state/connection.js';
import type { OpenSpan } from '../state/span.js';
import type { Wait } from '../state/wait.js';

/**
 * The question to the user that was open when the client sent a request, and still is, where nothing shows that the agent
 * has read anything since: it may read no more before it is answered. No single frame shows this.
 */
export function questionBefore(
  { wires }: Connection,
  { chain, cause }: Pick<Wait, 'chain' | 'cause'>,
  spans: readonly OpenSpan[],
): OpenSpan | undefined {
  const root = chain.at(-1) ?? cause;
  if (cause.owes !== 'agent' || root.request === undefined) return undefined;
  return spans.find(
    ({ request, start }) =>
      request !== undefined &&
      ASKS_USER.has(request.method) &&
      start.seq < root.start.seq &&
      wires.agent.hasRead < start.seq &&
      cause.last.seq <= root.start.seq,
  );
}

/** v1: the turn of the same session that was open when a prompt was sent, and still is. */
export function turnBefore(
  { chain, cause }: Pick<Wait, 'chain' | 'cause'>,
  spans: readonly OpenSpan[],
): OpenSpan | undefined {
  const root = chain.at(-1) ?? cause;
  if (root.kind !== 'turn' || cause !== root || root.last.seq > root.start.seq) return undefined;
  return spans.find(
    ({ kind, sessionId, start }) => kind === 'turn' && sessionId === root.sessionId && start.seq < root.start.seq,
  );
}
