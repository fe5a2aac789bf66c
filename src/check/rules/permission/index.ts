import type { Rule } from '../../engine/rule.js';
import { notCancelledAfterCancel } from './after-cancel.js';
import { cancelledWithoutCancel, clientAuto, errorResponse, optionNotOffered } from './answer.js';
import { alwaysNotRemembered, duplicateOptionId, noOptions, outsideTurn } from './request.js';
import { afterExecutionStarted, executedAfterReject, toolCallMismatch, unknownToolCall } from './tool-call.js';

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
