import type { Rule } from '../../engine/rule.js';
import { invalidName, missingType } from './commands.js';

export const COMMANDS_RULES: readonly Rule[] = [invalidName, missingType];
