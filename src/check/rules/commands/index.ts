import type { Rule } from '../../engine/rule.js';
import { invalidName, missingType } from './invalid-name.js';

export const COMMANDS_RULES: readonly Rule[] = [invalidName, missingType];
