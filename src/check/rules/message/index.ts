import type { Rule } from '../../engine/rule.js';
import { annotationsPriorityRange } from './annotations-priority-range.js';
import { idAcrossKinds, idPartiallyPresent, idReopened } from './id.js';
import { missingId } from './missing-id.js';

export const MESSAGE_RULES: readonly Rule[] = [
  missingId,
  idAcrossKinds,
  idReopened,
  idPartiallyPresent,
  annotationsPriorityRange,
];
