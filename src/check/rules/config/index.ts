import type { Rule } from '../../engine/rule.js';
import { incompleteState } from './incomplete-state.js';
import { modeOptionWithoutModes } from './mode-option-without-modes.js';
import { modesOutOfSync } from './modes-out-of-sync.js';
import { reservedCategory } from './reserved-category.js';
import { setMissingType, setNotApplied, setUnknownOption } from './set.js';
import { valueNotInOptions } from './value-not-in-options.js';

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
