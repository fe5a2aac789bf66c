import type { Rule } from '../../engine/rule.js';
import { afterExecutionStarted } from './after-execution-started.js';
import { alwaysNotRemembered } from './always-not-remembered.js';
import { cancelledWithoutCancel } from './cancelled-without-cancel.js';
import { clientAuto } from './client-auto.js';
import { duplicateOptionId } from './duplicate-option-id.js';
import { errorResponse } from './error-response.js';
import { executedAfterReject } from './executed-after-reject.js';
import { noOptions } from './no-options.js';
import { notCancelledAfterCancel } from './not-cancelled-after-cancel.js';
import { optionNotOffered } from './option-not-offered.js';
import { outsideTurn } from './outside-turn.js';
import { toolCallMismatch } from './tool-call-mismatch.js';
import { unknownToolCall } from './unknown-tool-call.js';

export const PERMISSION_RULES: readonly Rule[] = [
  optionNotOffered,
  notCancelledAfterCancel,
  errorResponse,
  cancelledWithoutCancel,
  noOptions,
  duplicateOptionId,
  unknownToolCall,
  outsideTurn,
  toolCallMismatch,
  afterExecutionStarted,
  executedAfterReject,
  alwaysNotRemembered,
  clientAuto,
];
