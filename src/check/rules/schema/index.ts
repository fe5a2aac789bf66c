import type { Rule } from '../../engine/rule.js';
import { bareContentBlock } from './bare-content-block-in-tool-content.js';
import { emptyIdentifier } from './empty-identifier.js';
import { invalidBase64 } from './invalid-base64.js';
import { invalidParamsAccepted } from './invalid-params-accepted.js';
import { invalidParams } from './invalid-params.js';
import { invalidResult } from './invalid-result.js';
import { invalidTimestamp } from './invalid-timestamp.js';
import { invalidUri } from './invalid-uri.js';
import { modeUpdateModeId } from './mode-update-modeid.js';
import { nullResult } from './null-result.js';
import { toleratedField } from './tolerated-field.js';
import { unknownEnumValue } from './unknown-enum-value.js';
import { unknownUpdateVariant } from './unknown-update-variant.js';
import { wrongCaseField } from './wrong-case-field.js';

/** Rules that know what a finding means. They run before the extension rules, which claim whatever is unknown. */
export const SCHEMA_RULES: readonly Rule[] = [
  modeUpdateModeId,
  bareContentBlock,
  wrongCaseField,
  invalidBase64,
  invalidUri,
  invalidTimestamp,
  emptyIdentifier,
];

/** Rules that report every other schema violation. They come last. */
export const GENERIC_SCHEMA_RULES: readonly Rule[] = [
  unknownUpdateVariant,
  unknownEnumValue,
  toleratedField,
  invalidParams,
  nullResult,
  invalidResult,
];

/** Rules about the consequence of another violation. */
export const SCHEMA_HINTS: readonly Rule[] = [invalidParamsAccepted];
