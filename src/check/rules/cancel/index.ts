import type { Rule } from '../../engine/rule.js';
import { requestUnanswered, requestUnknownId, wrongErrorCode } from './request.js';
import { errorInsteadOfCancelled, slow, wrongStopReason } from './error-instead-of-cancelled.js';
import { nothingToCancel } from './nothing-to-cancel.js';
import { newWorkAfterCancel, openRequestsNotWithdrawn } from './open-requests-not-withdrawn.js';

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
