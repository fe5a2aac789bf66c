import type { Connection } from '../../../model/state/connection.js';
import type { Context } from '../../engine/context.js';

export const PROMPT = 'session/prompt';

const STATES = { none: 'was sent', sent: 'was answered', failed: 'succeeded', done: '' } as const;

/** What the client sent too early: this message, or, where it is initialize, what stands before it in the recording. */
export function tooEarly(
  { connection, step }: Pick<Context, 'connection' | 'step'>,
  isMeant: (method: string) => boolean,
) {
  const { state, early, workedBefore } = connection.initialization;
  if (step.sender !== 'client' || step.method === undefined) return [];
  if (step.method === 'initialize') {
    // a recording of which it was not clear whether it begins at the beginning
    if (state !== 'none' || connection.fromStart || workedBefore) return [];
    return early.flatMap((at) => (isMeant(at.method) ? [{ at, method: at.method, missing: STATES.none }] : []));
  }
  if (state === 'done' || !isKnown(connection) || !isMeant(step.method)) return [];
  return [{ at: step, method: step.method, missing: STATES[state] }];
}

/** Whether the handshake would be in the recording: it begins at the beginning, and no hole came after that. */
export function isKnown({ fromStart, gap, initialization }: Connection): boolean {
  return fromStart && (gap === undefined || (initialization.request?.seq ?? -1) > gap.seq);
}

/** A violation that stands at an earlier frame is not of the session of this one. */
export function elsewhere({ step }: Pick<Context, 'step'>, at: { readonly seq: number }) {
  return at.seq === step.seq ? {} : { sessionId: undefined };
}

/** A method that the other side does not have at all is reported as that. */
export function isNoSuchMethod({ hasReported }: Pick<Context, 'hasReported'>): boolean {
  return hasReported('jsonrpc/unknown-method') || hasReported('jsonrpc/wrong-direction');
}
