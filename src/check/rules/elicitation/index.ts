import type { Rule } from '../../engine/rule.js';
import { unknownAction, wrongRejectionCode } from './wrong-rejection-code.js';
import { contentMismatch } from './content-mismatch.js';
import { schemaNotFlat, secretInForm, urlInForm } from './schema-not-flat.js';
import { completeUnknownId, duplicateOutstandingId, missingMode, scope } from './scope.js';
import { urlInsecure } from './url-insecure.js';

export const ELICITATION_RULES: readonly Rule[] = [
  missingMode,
  scope,
  schemaNotFlat,
  duplicateOutstandingId,
  urlInsecure,
  secretInForm,
  urlInForm,
  completeUnknownId,
  unknownAction,
  wrongRejectionCode,
  contentMismatch,
];
