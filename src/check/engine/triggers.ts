import type { Step } from '../../model/state/step.js';
import type { Happening } from './dispatch.js';
import { bitOf, FACT_BITS } from './facts.js';
import type { Trigger } from './rule.js';

/** What decides which rules run, besides the message itself. */
export interface Flags {
  /** See {@link Fact}. */
  readonly facts: number;
  readonly isMisdirected: boolean;
  readonly isTurnEnd: boolean;
}

/** The aspect of anything but a message. */
export const NO_MESSAGE_ASPECT = 0;

const KINDS = { request: 1, notification: 2, response: 3, malformed: 4 } as const;

/** Everything that decides what {@link happeningOf} returns, except the method or kind of update. */
export function aspectOf({ message, updateKind, batch }: Step, { facts, isMisdirected, isTurnEnd }: Flags): number {
  return (
    ((KINDS[message.kind] * 16 +
      (updateKind === undefined ? 0 : 8) +
      (isMisdirected ? 4 : 0) +
      (batch === undefined ? 2 : 0) +
      (isTurnEnd ? 1 : 0)) <<
      FACT_BITS) |
    facts
  );
}

/** The triggers and facts of a message. */
export function happeningOf(step: Step, flags: Flags): Happening {
  return { triggers: triggersOf(step, flags), facts: flags.facts };
}

function triggersOf(
  { message, method, updateKind, batch }: Step,
  { facts, isMisdirected, isTurnEnd }: Flags,
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
  if ((facts & bitOf('remarkable')) !== 0) triggers.push('shape');
  if (isTurnEnd) triggers.push('turn-end');
  return triggers;
}
