import type { Rule } from '../../engine/rule.js';
import { clientRequestInFlightOutlives } from './client-request-in-flight-outlives.js';
import { noOutput } from './no-output.js';
import { openRequestAtEnd } from './open-request-at-end.js';
import { promptError } from './prompt-error.js';
import { updateAfterResponse, updateOutsideTurn } from './update.js';
import { userMessageInLiveTurn } from './user-message-in-live-turn.js';

export const TURN_RULES: readonly Rule[] = [
  updateAfterResponse,
  updateOutsideTurn,
  userMessageInLiveTurn,
  openRequestAtEnd,
  clientRequestInFlightOutlives,
  noOutput,
  promptError,
];
