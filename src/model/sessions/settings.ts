import type { JsonObject, JsonValue } from '../../wire/json-text.js';
import { dropOldest } from '../drop-oldest.js';
import { compareModes, optionIdOf } from './config-options.js';
import { listOf, numberOf, objectOf, objectsOf, textOf } from '../json-access.js';
import type { Moment } from '../state/moment.js';
import type { Modes, PlanEntry, Session } from '../state/session.js';
import type { Step } from '../state/step.js';

const REMEMBERED_PLANS = 1_000;

/** Applies the modes, options and commands in the answer that opens a session (spec: v1/session-setup). */
export function applySetup(session: Session, result: JsonObject | undefined, moment: Moment): void {
  if ((result?.['modes'] ?? null) !== null) session.modes = modesOf(objectOf(result?.['modes']));
  applyConfigOptions(session, result?.['configOptions'], moment);
  compareModes(session, moment);
  applyCommands(session, result?.['availableCommands']);
}

function modesOf(modes: JsonObject | undefined): Modes {
  const all = listOf(modes?.['availableModes']);
  const available = objectsOf(modes?.['availableModes']).flatMap(({ id }) => textOf(id) ?? []);
  const current = textOf(modes?.['currentModeId']);
  const isWhole = Array.isArray(modes?.['availableModes']) && available.length === all.length && current !== undefined;
  return isWhole ? { current, available } : { current: undefined, available: [], isBroken: true };
}

export function applyCurrentMode(session: Session, update: JsonObject, moment: Moment): void {
  const current = textOf(update['currentModeId'] ?? update['modeId']);
  if (current === undefined) return;
  session.modes = { ...(session.modes ?? { available: [] }), current };
  compareModes(session, moment);
}

export function applyConfigOptions(session: Session, value: JsonValue | undefined, { seq, at }: Moment): void {
  if (!Array.isArray(value)) return;
  session.optionsChange = { seq, at, before: session.configOptions };
  session.configOptions = objectsOf(value as JsonValue).filter((option) => optionIdOf(option) !== undefined);
  compareModes(session, { seq, at });
}

export function applyCommands(session: Session, value: JsonValue | undefined): void {
  if (!Array.isArray(value)) return;
  // long lists are sent again and again
  const names: string[] = [];
  for (const command of value as readonly JsonValue[]) {
    const name = textOf(objectOf(command)?.['name']);
    if (name !== undefined) names.push(name);
  }
  session.commands = names;
}

export function applyInfo(session: Session, update: JsonObject): void {
  session.title = textOf(update['title']) ?? session.title;
}

export function applyUsage(session: Session, { turn, seq, at }: Step, update: JsonObject): void {
  const cost = objectOf(update['cost']);
  const amount = numberOf(cost?.['amount']);
  const currency = textOf(cost?.['currency']);
  session.usage = { used: numberOf(update['used']), size: numberOf(update['size']), cost: amount, currency };
  if (update['cost'] === null) session.cost = undefined;
  if (amount === undefined || currency === undefined) return;
  session.cost = { seq, at, amount, currency };
  if (turn !== undefined) turn.cost = { amount, currency };
}

/** The answer to session/set_mode and session/set_config_option. */
export function applySetAnswer(step: Step): void {
  const { session, params, result, error, method } = step;
  if (session === undefined || error !== undefined) return;
  if (method === 'session/set_mode') {
    session.modes = { ...(session.modes ?? { available: [] }), current: textOf(params?.['modeId']) };
    compareModes(session, step);
  } else {
    applyConfigOptions(session, objectOf(result)?.['configOptions'], step);
  }
}

/** v1: one plan, replaced as a whole. v2: one plan per planId (spec: v1/agent-plan). */
export function applyPlan(session: Session, { seq, at }: Step, update: JsonObject, kind: string): void {
  const plan = kind === 'plan' ? update : objectOf(update['plan']);
  const id = kind === 'plan' ? '' : (textOf(plan?.['planId'] ?? update['planId']) ?? '');
  if (kind === 'plan_removed') session.plans.delete(id);
  else session.plans.set(id, { seq, at, entries: planEntriesOf(plan?.['entries']) });
  dropOldest(session.plans, REMEMBERED_PLANS);
}

export function planEntriesOf(value: JsonValue | undefined): PlanEntry[] {
  return objectsOf(value).map((entry) => ({
    content: textOf(entry['content']) ?? '',
    status: textOf(entry['status']),
  }));
}
