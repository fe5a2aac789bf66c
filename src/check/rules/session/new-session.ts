import { objectOf } from '../../../model/json-access.js';
import { sessionIdIn } from '../../../model/sessions/session-id.js';
import type { Session } from '../../../model/state/session.js';
import type { Context } from '../../engine/context.js';

/** Whether messages, tool calls or plans were shown in a session. */
export function hasContent({ messages, toolCalls, plans }: Session): boolean {
  return messages.lastIds.size > 0 || messages.known.size > 0 || toolCalls.size > 0 || plans.size > 0;
}

/** The id of the session that the answer to session/new or session/fork creates. */
export function madeBy({ result }: Context['step']): string | undefined {
  return sessionIdIn(objectOf(result));
}
