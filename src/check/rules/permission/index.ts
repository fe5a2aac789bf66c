import type { Rule } from '../../engine/rule.js';
import { notCancelledAfterCancel } from './not-cancelled-after-cancel.js';
import { cancelledWithoutCancel, clientAuto, errorResponse, optionNotOffered } from './cancelled-without-cancel.js';
import { alwaysNotRemembered, duplicateOptionId, noOptions, outsideTurn } from './no-options.js';
import { afterExecutionStarted, executedAfterReject, toolCallMismatch, unknownToolCall } from './executed-after-reject.js';

export const PERMISSION_RULES: readonly Rule[] = [
  optionNotOffered,
  notCancelledAfterCancel,
  errorResponse,
  cancelledWithoutCancel,
  noOptions,
  duplicateOptionId,
  outsideTurn,
  unknownToolCall,
  toolCallMismatch,
  afterExecutionStarted,
  executedAfterReject,
  alwaysNotRemembered,
  clientAuto,
];
