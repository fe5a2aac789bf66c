import { otherOf, type Sender } from '../../../wire/frame.js';
import type { Context } from '../../engine/context.js';
import { notAnnounced } from './not-announced.js';

export const METHOD_MESSAGES = { none: '{method} was sent, but the {handler} {state} {capability}' } as const;

/** Reports a request to a side that has to announce a capability to get it. */
export function inspectMethod(
  { connection, step, report }: Context<typeof METHOD_MESSAGES>,
  handler: Sender,
  path: string,
): void {
  if (step.sender !== otherOf(handler)) return;
  const missing = notAnnounced(connection, handler, path);
  if (missing === undefined) return;
  const { capability, state, severity, evidence } = missing;
  report('none', { data: { method: step.method ?? '', handler, state, capability }, severity, evidence });
}

export const UPDATE_MESSAGES = { sent: 'the agent sent {kind}, but the client {state} {capability}' } as const;

/** Reports the first update of a session for which the client has to announce a capability. */
export function inspectUpdate({ connection, step, report }: Context<typeof UPDATE_MESSAGES>, path: string): void {
  if (step.sender !== 'agent') return;
  const missing = notAnnounced(connection, 'client', path);
  if (missing === undefined) return;
  const { capability, state, severity, evidence } = missing;
  const data = { kind: step.updateKind ?? '', state, capability };
  report('sent', { data, severity, evidence, once: step.sessionId ?? '' });
}
