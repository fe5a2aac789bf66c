import type { Rule } from '../../engine/rule.js';
import { entriesDropped, statusRegression, unfinishedAtTurnEnd } from './entries.js';
import { planIdLegacy, updateNotAdvertised } from './ids.js';

export const PLAN_RULES: readonly Rule[] = [
  planIdLegacy,
  updateNotAdvertised,
  entriesDropped,
  statusRegression,
  unfinishedAtTurnEnd,
];
