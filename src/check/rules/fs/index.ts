import type { Rule } from '../../engine/rule.js';
import { limitNotRespected, writeFailedToCreate } from './write-failed-to-create.js';
import { lineZero } from './line-zero.js';
import { outsideRoots, outsideTurn } from './outside.js';

export const FS_RULES: readonly Rule[] = [lineZero, outsideRoots, outsideTurn, limitNotRespected, writeFailedToCreate];
