import type { Rule } from '../../engine/rule.js';
import { badFrameUnanswered } from './bad-frame-unanswered.js';
import { badVersion } from './bad-version.js';
import { duplicateInflightId, duplicateResponse } from './duplicate.js';
import { errorDataShape, errorMessageShape } from './error.js';
import { invalidIdType } from './invalid-id-type.js';
import { malformedError } from './malformed-error.js';
import { methodNotFoundReply, methodNotString } from './method.js';
import { notificationSentAsRequest } from './notification-sent-as-request.js';
import { nullRequestId } from './null-request-id.js';
import { paramsNotStructured } from './params-not-structured.js';
import { peerReportedError } from './peer-reported-error.js';
import { requestSentAsNotification } from './request-sent-as-notification.js';
import { reservedErrorCode } from './reserved-error-code.js';
import { responseIdTypeMismatch, responseToNotification, responseUnknownId } from './response.js';
import { resultAndError } from './result-and-error.js';
import { unclassifiableMessage } from './unclassifiable-message.js';
import { unknownMethod } from './unknown-method.js';
import { validParamsRejected } from './valid-params-rejected.js';
import { wrongDirection } from './wrong-direction.js';

export const JSONRPC_RULES: readonly Rule[] = [
  methodNotString,
  unclassifiableMessage,
  invalidIdType,
  badVersion,
  resultAndError,
  malformedError,
  wrongDirection,
  requestSentAsNotification,
  notificationSentAsRequest,
  nullRequestId,
  duplicateInflightId,
  unknownMethod,
  paramsNotStructured,
  responseIdTypeMismatch,
  duplicateResponse,
  responseUnknownId,
  reservedErrorCode,
  errorMessageShape,
  errorDataShape,
  responseToNotification,
  peerReportedError,
  badFrameUnanswered,
];

/** Run after all other families: they explain an error only if no other rule does. */
export const JSONRPC_HINTS: readonly Rule[] = [methodNotFoundReply, validParamsRejected];
