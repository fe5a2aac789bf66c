import type { Rule } from '../../engine/rule.js';
import { incompleteState } from './incomplete-state.js';
import { reservedCategory, valueNotInOptions } from './lists.js';
import { modeOptionWithoutModes, modesOutOfSync } from './modes.js';
import { setMissingType, setNotApplied, setUnknownOption } from './setting.js';

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
