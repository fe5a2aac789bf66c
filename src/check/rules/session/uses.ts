import { AGENT_REQUESTS } from '../../../model/apply.js';
import type { Session } from '../../../model/state/session.js';
import type { Context } from '../../engine/context.js';

/** The answer that closed a session, unless the session was opened again or is being restored. */
export function closedOf(session: Session | undefined) {
  return session?.state === 'closed' && session.replay === undefined ? session.closed : undefined;
}

/** Methods that a client may call only for a session that is open on this connection. */
export const CLIENT_USES = [
  'session/prompt',
  'session/cancel',
  'session/set_mode',
  'session/set_config_option',
  'session/close',
  'tool_call/cancel',
  'terminal/cancel',
] as const;

/** Methods that an agent calls for a session. */
export const AGENT_USES = ['session/update', ...AGENT_REQUESTS] as const;

const OF_CLIENT: ReadonlySet<string> = new Set(CLIENT_USES);

const OF_AGENT: ReadonlySet<string> = new Set(AGENT_USES);

/** Whether a call is one that its sender makes for a session. Wrong directions have a rule of their own. */
export function isUse({ step }: Pick<Context, 'step'>): boolean {
  const { sender, method } = step;
  return method !== undefined && (sender === 'client' ? OF_CLIENT : OF_AGENT).has(method);
}
