import { AGENT_REQUESTS } from '../../../model/apply.js';
import type { Session } from '../../../model/state/session.js';
import type { Context } from '../../engine/context.js';

/** The answer that closed a session that nothing opened again since, or is about to. */
export function closedOf(session: Session | undefined) {
  return session?.state === 'closed' && session.replay === undefined ? session.closed : undefined;
}

/** What the client may ask only of a session that is open on this connection. */
export const CLIENT_USES = [
  'session/prompt',
  'session/cancel',
  'session/set_mode',
  'session/set_config_option',
  'session/close',
  'tool_call/cancel',
  'terminal/cancel',
] as const;

/** What the agent says and asks in a session. */
export const AGENT_USES = ['session/update', ...AGENT_REQUESTS] as const;

const OF_CLIENT: ReadonlySet<string> = new Set(CLIENT_USES);

const OF_AGENT: ReadonlySet<string> = new Set(AGENT_USES);

/** Whether a call is one that its sender makes in a session; wrong directions are another matter. */
export function isUse({ step }: Pick<Context, 'step'>): boolean {
  const { sender, method } = step;
  return method !== undefined && (sender === 'client' ? OF_CLIENT : OF_AGENT).has(method);
}
