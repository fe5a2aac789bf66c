import type { Rule } from '../../engine/rule.js';
import { limitNotRespected, writeFailedToCreate } from './answers.js';
import { lineZero } from './line-zero.js';
import { outsideRoots, outsideTurn } from './requests.js';

export const FS_RULES: readonly Rule[] = [lineZero, outsideRoots, outsideTurn, limitNotRespected, writeFailedToCreate];
