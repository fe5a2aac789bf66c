import type { Rule } from '../../engine/rule.js';
import { requestUnanswered, requestUnknownId, wrongErrorCode } from './cancelled-requests.js';
import { errorInsteadOfCancelled, slow, wrongStopReason } from './end-of-a-cancelled-turn.js';
import { nothingToCancel } from './nothing-to-cancel.js';
import { newWorkAfterCancel, openRequestsNotWithdrawn } from './work-after-a-cancel.js';

export const CANCEL_RULES: readonly Rule[] = [
  wrongStopReason,
  errorInsteadOfCancelled,
  newWorkAfterCancel,
  openRequestsNotWithdrawn,
  slow,
  nothingToCancel,
  requestUnknownId,
  requestUnanswered,
  wrongErrorCode,
];
