import type { Rule } from '../../engine/rule.js';
import { invalidParamsAccepted } from './invalid-params-accepted.js';
import { invalidParams, invalidResult, nullResult, toleratedField } from './invalid-shape.js';
import { bareContentBlock, modeUpdateModeId, unknownEnumValue, unknownUpdateVariant } from './bare-content-block-in-tool-content.js';
import { emptyIdentifier, invalidBase64, invalidTimestamp, invalidUri } from './invalid-base64.js';
import { wrongCaseField } from './wrong-case-field.js';

/** Those that know what a finding means; they come before the rules of extensions, which take what is only unknown. */
export const SCHEMA_RULES: readonly Rule[] = [
  modeUpdateModeId,
  bareContentBlock,
  wrongCaseField,
  invalidBase64,
  invalidUri,
  invalidTimestamp,
  emptyIdentifier,
];

/** Those that take whatever the schema refuses and no other rule took. They come last. */
export const GENERIC_SCHEMA_RULES: readonly Rule[] = [
  unknownUpdateVariant,
  unknownEnumValue,
  toleratedField,
  invalidParams,
  nullResult,
  invalidResult,
];

/** What follows from a violation that stands elsewhere. */
export const SCHEMA_HINTS: readonly Rule[] = [invalidParamsAccepted];
