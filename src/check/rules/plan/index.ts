import type { Rule } from '../../engine/rule.js';
import { entriesDropped, statusRegression, unfinishedAtTurnEnd } from './status-regression.js';
import { planIdLegacy, updateNotAdvertised } from './update-not-advertised.js';

export const PLAN_RULES: readonly Rule[] = [
  planIdLegacy,
  updateNotAdvertised,
  entriesDropped,
  statusRegression,
  unfinishedAtTurnEnd,
];
