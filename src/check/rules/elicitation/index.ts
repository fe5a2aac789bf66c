import type { Rule } from '../../engine/rule.js';
import { completeUnknownId } from './complete-unknown-id.js';
import { contentMismatch } from './content-mismatch.js';
import { duplicateOutstandingId } from './duplicate-outstanding-id.js';
import { missingMode } from './missing-mode.js';
import { schemaNotFlat } from './schema-not-flat.js';
import { scope } from './scope.js';
import { secretInForm } from './secret-in-form.js';
import { unknownAction } from './unknown-action.js';
import { urlInForm } from './url-in-form.js';
import { urlInsecure } from './url-insecure.js';
import { wrongRejectionCode } from './wrong-rejection-code.js';

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
