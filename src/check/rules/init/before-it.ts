import type { Connection } from '../../../model/state/connection.js';
import type { Context } from '../../engine/context.js';

export const PROMPT = 'session/prompt';

const STATES = { none: 'was sent', sent: 'was answered', failed: 'succeeded', done: '' } as const;

/** What the client sent too early: this message or, if this is initialize, the messages recorded before it. */
export function tooEarly(
  { connection, step }: Pick<Context, 'connection' | 'step'>,
  isMeant: (method: string) => boolean,
) {
  const { state, early, workedBefore } = connection.initialization;
  if (step.sender !== 'client' || step.method === undefined) return [];
  if (step.method === 'initialize') {
    // until now it was unclear whether the recording begins with the connection
    if (state !== 'none' || connection.fromStart || workedBefore) return [];
    return early.flatMap((at) => (isMeant(at.method) ? [{ at, method: at.method, missing: STATES.none }] : []));
  }
  if (state === 'done' || !isKnown(connection) || !isMeant(step.method)) return [];
  return [{ at: step, method: step.method, missing: STATES[state] }];
}

/** Whether the recording would hold the handshake: it begins with the connection, and has no gap since. */
export function isKnown({ fromStart, gap, initialization }: Connection): boolean {
  return fromStart && (gap === undefined || (initialization.request?.seq ?? -1) > gap.seq);
}

/** A violation at an earlier frame does not belong to the session of this one. */
export function elsewhere({ step }: Pick<Context, 'step'>, at: { readonly seq: number }) {
  return at.seq === step.seq ? {} : { sessionId: undefined };
}

/** Whether another rule reported that the other side does not have the method at all. */
export function isNoSuchMethod({ hasReported }: Pick<Context, 'hasReported'>): boolean {
  return hasReported('jsonrpc/unknown-method') || hasReported('jsonrpc/wrong-direction');
}
