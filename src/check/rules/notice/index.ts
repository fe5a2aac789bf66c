import type { Rule } from '../../engine/rule.js';
import { invalid } from './invalid.js';

export const NOTICE_RULES: readonly Rule[] = [invalid];
