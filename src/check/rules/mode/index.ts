import type { Rule } from '../../engine/rule.js';
import { currentUnknown } from './current-unknown.js';
import { setUnknownMode } from './set-unknown-mode.js';

export const MODE_RULES: readonly Rule[] = [setUnknownMode, currentUnknown];
