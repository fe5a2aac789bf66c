import type { Rule } from '../../engine/rule.js';
import { noOutput, promptError, userMessageInLiveTurn } from './prompt-error.js';
import { clientRequestInFlightOutlives, openRequestAtEnd } from './open-request-at-end.js';
import { updateAfterResponse, updateOutsideTurn } from './update.js';

export const TURN_RULES: readonly Rule[] = [
  updateAfterResponse,
  updateOutsideTurn,
  userMessageInLiveTurn,
  openRequestAtEnd,
  clientRequestInFlightOutlives,
  noOutput,
  promptError,
];
