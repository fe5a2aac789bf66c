import type { Connection } from '../state/connection.js';
import { objectOf, textOf } from '../json-access.js';
import type { Step } from '../state/step.js';
import { openTurn } from '../turns/turn-beginning.js';

/** At most this many finished elicitations are remembered. */
const REMEMBERED = 1_000;

/** elicitation/create: the agent asks the user, by a form or a page. */
export function applyElicitationRequest(connection: Connection, { params, key, sessionId, seq, at }: Step): void {
  if (key === undefined) return;
  const mode = textOf(params?.['mode']);
  const id = textOf(params?.['elicitationId']);
  connection.elicitations.push({ seq, at, key, mode, id, sessionId, state: 'open' });
  if (connection.elicitations.length > REMEMBERED) connection.elicitations.shift();
}

export function applyElicitationAnswer(connection: Connection, step: Step): void {
  const { exchange, result, session, seq, at, version } = step;
  const action = objectOf(result)?.['action'];
  const open = connection.elicitations.findLast(({ key, state }) => key === exchange?.key && state === 'open');
  if (open !== undefined) open.state = action === 'accept' ? 'accepted' : 'declined';
  const turn = session && openTurn(session, exchange?.turn);
  const isDismissed = action === 'cancel' || (version === 2 && action !== 'accept');
  if (turn !== undefined && isDismissed) turn.dismissed ??= { seq, at };
}

export function applyElicitationCompleted(connection: Connection, { params }: Step): void {
  const id = textOf(params?.['elicitationId']);
  const named = connection.elicitations.findLast((elicitation) => elicitation.id === id);
  if (named !== undefined) named.state = 'completed';
}
