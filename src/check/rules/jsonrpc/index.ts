import type { Rule } from '../../engine/rule.js';
import { badFrameUnanswered, peerReportedError, responseToNotification } from './response.js';
import { errorDataShape, errorMessageShape, reservedErrorCode } from './error.js';
import { badVersion, malformedError, methodNotString, resultAndError, unclassifiableMessage } from './frame.js';
import { methodNotFoundReply, validParamsRejected } from './valid-params-rejected.js';
import {
  duplicateInflightId,
  duplicateResponse,
  invalidIdType,
  nullRequestId,
  responseIdTypeMismatch,
  responseUnknownId,
} from './duplicate.js';
import {
  notificationSentAsRequest,
  paramsNotStructured,
  requestSentAsNotification,
  unknownMethod,
  wrongDirection,
} from './unknown-method.js';

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

/** To be asked after all other families: they say what an error means where nothing else does. */
export const JSONRPC_HINTS: readonly Rule[] = [methodNotFoundReply, validParamsRejected];
