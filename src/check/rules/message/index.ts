import type { Rule } from '../../engine/rule.js';
import { annotationsPriorityRange } from './annotations.js';
import { idAcrossKinds, idPartiallyPresent, idReopened, missingId } from './ids.js';

export const MESSAGE_RULES: readonly Rule[] = [
  missingId,
  idAcrossKinds,
  idReopened,
  idPartiallyPresent,
  annotationsPriorityRange,
];
