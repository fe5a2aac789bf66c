import type { Rule } from '../../engine/rule.js';
import { createBlocked, duplicateId, exitStatusInconsistent, outputOverLimit } from './output-over-limit.js';
import { embedAfterRelease, embedUnknownId, unknownId, useAfterRelease } from './embed.js';
import { notReleased } from './not-released.js';

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
