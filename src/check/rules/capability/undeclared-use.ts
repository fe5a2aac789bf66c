import { otherOf, type Sender } from '../../../wire/frame.js';
import type { Context } from '../../engine/context.js';
import { notAnnounced } from './not-announced.js';

/** The message of rules about methods that need a capability. */
export const METHOD_MESSAGES = {
  none: 'the {sender} sent {method}, but the {handler} {state} {capability}',
} as const;

/** Reports a request to a side that did not announce the capability for it. */
export function inspectMethod(
  { connection, step, report }: Context<typeof METHOD_MESSAGES>,
  handler: Sender,
  path: string,
): void {
  if (step.sender !== otherOf(handler)) return;
  const missing = notAnnounced(connection, handler, path);
  if (missing === undefined) return;
  const { capability, state, severity, evidence } = missing;
  const data = { sender: step.sender, method: step.method ?? '', handler, state, capability };
  report('none', { data, severity, evidence });
}

export const UPDATE_MESSAGES = { sent: 'the agent sent {kind}, but the client {state} {capability}' } as const;

/** Reports the first update of a session that needs a capability the client did not announce. */
export function inspectUpdate({ connection, step, report }: Context<typeof UPDATE_MESSAGES>, path: string): void {
  if (step.sender !== 'agent') return;
  const missing = notAnnounced(connection, 'client', path);
  if (missing === undefined) return;
  const { capability, state, severity, evidence } = missing;
  const data = { kind: step.updateKind ?? '', state, capability };
  report('sent', { data, severity, evidence, once: step.sessionId ?? '' });
}
