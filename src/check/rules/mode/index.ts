import type { Rule } from '../../engine/rule.js';
import { currentUnknown, setUnknownMode } from './current-unknown.js';

export const MODE_RULES: readonly Rule[] = [setUnknownMode, currentUnknown];
