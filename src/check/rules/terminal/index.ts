import type { Rule } from '../../engine/rule.js';
import { createBlocked, duplicateId, exitStatusInconsistent, outputOverLimit } from './answers.js';
import { embedAfterRelease, embedUnknownId, unknownId, useAfterRelease } from './ids.js';
import { notReleased } from './release.js';

export const TERMINAL_RULES: readonly Rule[] = [
  unknownId,
  useAfterRelease,
  embedUnknownId,
  embedAfterRelease,
  duplicateId,
  createBlocked,
  outputOverLimit,
  exitStatusInconsistent,
  notReleased,
];
