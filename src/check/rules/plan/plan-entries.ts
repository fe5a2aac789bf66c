import { objectOf, textOf } from '../../../model/json-access.js';
import { planEntriesOf } from '../../../model/sessions/settings.js';
import type { PlanEntry } from '../../../model/state/session.js';
import type { Step } from '../../../model/state/step.js';
import { counted, enumerated, quoted } from '../../engine/wording.js';

const SHOWN = 3;

/** The plan before an update and the entries after it. History has no plan to compare with. */
export function planOf({ session, update, updateKind, isHistory }: Step) {
  const content = updateKind === 'plan' ? update : objectOf(update?.['plan']);
  const id = updateKind === 'plan' ? '' : (textOf(content?.['planId']) ?? '');
  const plan = isHistory ? undefined : session?.plans.get(id);
  return { plan, before: plan?.entries, now: planEntriesOf(content?.['entries']) };
}

export function namesOf(entries: readonly PlanEntry[]): string {
  const names = entries.slice(0, SHOWN).map(({ content }) => quoted(content));
  return enumerated(entries.length > SHOWN ? [...names, counted(entries.length - SHOWN, 'other')] : names);
}
