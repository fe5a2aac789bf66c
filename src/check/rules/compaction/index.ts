import type { Rule } from '../../engine/rule.js';
import { lifecycle } from './lifecycle.js';

export const COMPACTION_RULES: readonly Rule[] = [lifecycle];
