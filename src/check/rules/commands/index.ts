import type { Rule } from '../../engine/rule.js';
import { invalidName } from './invalid-name.js';
import { missingType } from './missing-type.js';

export const COMMANDS_RULES: readonly Rule[] = [invalidName, missingType];
