import type { Rule } from '../../engine/rule.js';
import { createBlocked } from './create-blocked.js';
import { duplicateId } from './duplicate-id.js';
import { embedAfterRelease, embedUnknownId } from './embed.js';
import { exitStatusInconsistent } from './exit-status-inconsistent.js';
import { notReleased } from './not-released.js';
import { outputOverLimit } from './output-over-limit.js';
import { unknownId } from './unknown-id.js';
import { useAfterRelease } from './use-after-release.js';

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
