import { textOf } from '../../../model/json-access.js';
import { optionIdOf } from '../../../model/sessions/config-options.js';
import type { Step } from '../../../model/state/step.js';
import type { JsonObject } from '../../../wire/json-text.js';
import { defineRule } from '../../engine/rule.js';
import type { Severity } from '../../engine/severity.js';
import { enumerated, quoted } from '../../engine/wording.js';
import { carriedOptions, isListBroken } from './carriers.js';

export const incompleteState = defineRule({
  id: 'config/incomplete-state',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'Every list of config options is complete: it has all options, not only those that changed.',
  explanation:
    'Clients replace the list that they have by the new one. An option that is not in it disappears from the screen, and ' +
    'the user cannot change it any more. An error where the answer to a change holds nothing but what was changed: that ' +
    'is a difference, not a list. Options may disappear for a reason, as those that only one model has do when another ' +
    'is chosen: what can be that is info, and so is a list that has others in their place, and options that are gone ' +
    'after a session was restored; anything in between is a warning.',
  spec: 'v1/session-config-options#from-the-client',
  needsHistory: true,
  messages: {
    only: 'the answer holds nothing but {kept}, which was set; {gone} is missing from the list',
    empty: 'the answer holds no options at all; {gone} is missing from the list',
    update: 'the update holds only what changed ({kept}); {gone} is missing from the list',
    gone: '{gone} was in the list before and is not any more; what is left is {kept}',
  },
  on: [
    'response:session/set_config_option',
    'update:config_option_update',
    'response:session/load',
    'response:session/resume',
  ],
  inspect({ step, shapes, report }) {
    const { session } = step;
    // a broken option may be the one that is missed
    if (isListBroken(step, shapes)) return;
    const before = session?.configOptions ?? [];
    const after = carriedOptions(step)?.map(({ option }) => option);
    if (session === undefined || after === undefined || step.isHistory !== isRestoring(step)) return;
    const ids = new Set(after.flatMap((option) => optionIdOf(option) ?? []));
    const vanished = before.filter((option) => !ids.has(optionIdOf(option) ?? ''));
    if (vanished.length === 0) return;
    const gone = named(vanished);
    const kept = after.length === 0 ? 'nothing' : named(after);
    const evidence = [session.optionsChange];
    const { message, severity } = judged(step, { before, after, vanished });
    if (message === 'empty') report('empty', { data: { gone }, severity, evidence });
    else report(message, { data: { gone, kept }, severity, evidence });
  },
});

interface Lists {
  readonly before: readonly JsonObject[];
  readonly after: readonly JsonObject[];
  readonly vanished: readonly JsonObject[];
}

function judged(
  step: Step,
  { before, after, vanished }: Lists,
): { message: 'only' | 'empty' | 'update' | 'gone'; severity: Severity } {
  if (isRestoring(step)) return { message: 'gone', severity: 'info' };
  const isAnswer = step.exchange !== undefined;
  const set = isAnswer ? textOf(step.params?.['configId']) : undefined;
  const changed = after.filter((option) => isChanged(before, option) || optionIdOf(option) === set);
  if (isAnswer && after.length === 0) return { message: 'empty', severity: 'error' };
  const mayDepend = changed.some(isModel) && vanished.every((option) => !isOfItsOwn(option));
  if (mayDepend || isReplaced({ before, after, vanished })) return { message: 'gone', severity: 'info' };
  const isDifference = changed.length === after.length && after.length < before.length;
  if (isAnswer && isDifference && after.length === 1) return { message: 'only', severity: 'error' };
  if (!isAnswer && isDifference) return { message: 'update', severity: 'warning' };
  // an agent may change its options at any time by an update of its own
  return { message: 'gone', severity: isAnswer ? 'warning' : 'info' };
}

/** Whether others stand where options were: a list that only lacks some has nothing new in their place. */
function isReplaced({ before, after, vanished }: Lists): boolean {
  const known = new Set(before.map(optionIdOf));
  const fresh = after.filter((option) => !known.has(optionIdOf(option)));
  const isLikeOne = ({ category }: JsonObject) => fresh.some((option) => option['category'] === category);
  return fresh.length >= vanished.length && vanished.filter(isOfItsOwn).every(isLikeOne);
}

function isRestoring({ method, exchange }: Step): boolean {
  return exchange !== undefined && (method === 'session/load' || method === 'session/resume');
}

function isChanged(before: readonly JsonObject[], option: JsonObject): boolean {
  const known = before.find((one) => optionIdOf(one) === optionIdOf(option));
  return known?.['currentValue'] !== option['currentValue'];
}

/** Whether other options may depend on it. */
function isModel(option: JsonObject): boolean {
  return option['category'] === 'model' || /model/i.test(optionIdOf(option) ?? '');
}

/** Modes and models are there whatever is chosen elsewhere. */
function isOfItsOwn({ category }: JsonObject): boolean {
  return category === 'mode' || category === 'model';
}

function named(options: readonly JsonObject[]): string {
  return enumerated(options.slice(0, 10).map((option) => quoted(optionIdOf(option))));
}
