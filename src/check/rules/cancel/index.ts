import type { Rule } from '../../engine/rule.js';
import { errorInsteadOfCancelled } from './error-instead-of-cancelled.js';
import { newWorkAfterCancel } from './new-work-after-cancel.js';
import { nothingToCancel } from './nothing-to-cancel.js';
import { openRequestsNotWithdrawn } from './open-requests-not-withdrawn.js';
import { requestUnanswered, requestUnknownId } from './request.js';
import { slow } from './slow.js';
import { wrongErrorCode } from './wrong-error-code.js';
import { wrongStopReason } from './wrong-stop-reason.js';

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
