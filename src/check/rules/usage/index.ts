import type { Rule } from '../../engine/rule.js';
import { inconsistent } from './inconsistent.js';

export const USAGE_RULES: readonly Rule[] = [inconsistent];
