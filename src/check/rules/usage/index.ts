import type { Rule } from '../../rule.js';
import { inconsistent } from './inconsistent.js';

export const USAGE_RULES: readonly Rule[] = [inconsistent];
