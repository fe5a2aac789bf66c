import type { Rule } from '../../engine/rule.js';
import { noOutput, promptError, userMessageInLiveTurn } from './in-a-turn.js';
import { clientRequestInFlightOutlives, openRequestAtEnd } from './open-requests.js';
import { updateAfterResponse, updateOutsideTurn } from './outside-a-turn.js';

export const TURN_RULES: readonly Rule[] = [
  updateAfterResponse,
  updateOutsideTurn,
  userMessageInLiveTurn,
  openRequestAtEnd,
  clientRequestInFlightOutlives,
  noOutput,
  promptError,
];
