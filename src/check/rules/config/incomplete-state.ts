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
  summary: 'Every list of config options must be complete.',
  explanation:
    'Clients replace their list with the new one. An option that is missing from it disappears from the screen, and ' +
    'the user cannot change it any more.\n\n' +
    'An error if the answer to a change holds only the changed option. Options may also disappear for a good ' +
    'reason, for example because they belong to a model that is no longer selected. Only an info if such a reason ' +
    'is possible, if other options took their place, or after a session was restored. A warning for anything in ' +
    'between.',
  spec: 'v1/session-config-options#from-the-client',
  needsHistory: true,
  messages: {
    only: 'the answer holds only {kept}, which was set; the list must also have {gone}',
    empty: 'the answer holds no options at all; the list must have {gone}',
    update: 'the update holds only what changed ({kept}); the list must also have {gone}',
    gone: 'the list no longer has {gone}; it now has {kept}',
  },
  on: [
    'response:session/set_config_option',
    'update:config_option_update',
    'response:session/load',
    'response:session/resume',
  ],
  inspect({ step, shapes, report }) {
    const { session } = step;
    // a broken option may be the missing one
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
  // an agent may change its options at any time with an update
  return { message: 'gone', severity: isAnswer ? 'warning' : 'info' };
}

/** Whether new options took the place of those that disappeared. */
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

/** Modes and models do not depend on other options. */
function isOfItsOwn({ category }: JsonObject): boolean {
  return category === 'mode' || category === 'model';
}

function named(options: readonly JsonObject[]): string {
  return enumerated(options.slice(0, 10).map((option) => quoted(optionIdOf(option))));
}
