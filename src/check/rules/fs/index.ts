import type { Rule } from '../../engine/rule.js';
import { limitNotRespected } from './limit-not-respected.js';
import { lineZero } from './line-zero.js';
import { outsideRoots, outsideTurn } from './outside.js';
import { writeFailedToCreate } from './write-failed-to-create.js';

export const FS_RULES: readonly Rule[] = [lineZero, outsideRoots, outsideTurn, limitNotRespected, writeFailedToCreate];
