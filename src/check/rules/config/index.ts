import type { Rule } from '../../engine/rule.js';
import { incompleteState } from './incomplete-state.js';
import { reservedCategory, valueNotInOptions } from './value-not-in-options.js';
import { modeOptionWithoutModes, modesOutOfSync } from './modes-out-of-sync.js';
import { setMissingType, setNotApplied, setUnknownOption } from './set.js';

export const CONFIG_RULES: readonly Rule[] = [
  setMissingType,
  setUnknownOption,
  setNotApplied,
  incompleteState,
  valueNotInOptions,
  reservedCategory,
  modesOutOfSync,
  modeOptionWithoutModes,
];
