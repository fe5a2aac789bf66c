import type { Rule } from '../../engine/rule.js';
import { entriesDropped } from './entries-dropped.js';
import { planIdLegacy } from './plan-id-legacy.js';
import { statusRegression } from './status-regression.js';
import { unfinishedAtTurnEnd } from './unfinished-at-turn-end.js';
import { updateNotAdvertised } from './update-not-advertised.js';

export const PLAN_RULES: readonly Rule[] = [
  planIdLegacy,
  updateNotAdvertised,
  entriesDropped,
  statusRegression,
  unfinishedAtTurnEnd,
];
