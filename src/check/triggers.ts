import type { Step } from '../model/step.js';
import type { Trigger } from './rule.js';

/** What rules are asked depends on, besides the message itself. */
export interface Flags {
  readonly isMisdirected: boolean;
  readonly isRemarkable: boolean;
  readonly isTurnEnd: boolean;
}

/** The aspect of what is no message. */
export const NO_MESSAGE_ASPECT = 0;

const KINDS = { request: 1, notification: 2, response: 3, malformed: 4 } as const;

/** All that decides what {@link triggersOf} finds, but for the method or, where there is one, the kind of update. */
export function aspectOf(
  { message, updateKind, batch }: Step,
  { isMisdirected, isRemarkable, isTurnEnd }: Flags,
): number {
  return (
    KINDS[message.kind] * 32 +
    (updateKind === undefined ? 0 : 16) +
    (isMisdirected ? 8 : 0) +
    (batch === undefined ? 4 : 0) +
    (isRemarkable ? 2 : 0) +
    (isTurnEnd ? 1 : 0)
  );
}

/** What happens with a message, for the rules that want to see it. */
export function triggersOf(
  { message, method, updateKind, batch }: Step,
  { isMisdirected, isRemarkable, isTurnEnd }: Flags,
): Trigger[] {
  const triggers: Trigger[] = batch === undefined ? ['line'] : [];
  if (message.kind === 'malformed') return [...triggers, 'malformed'];
  triggers.push('message', message.kind);
  if (isMisdirected) return triggers;
  if (method !== undefined) {
    triggers.push(`${message.kind}:${method}`);
    if (message.kind !== 'response') triggers.push(`call:${method}`);
  }
  if (method === 'session/update' && message.kind !== 'response') triggers.push('update');
  if (updateKind !== undefined) triggers.push(`update:${updateKind}`);
  if (isRemarkable) triggers.push('shape');
  if (isTurnEnd) triggers.push('turn-end');
  return triggers;
}
