import type { Rule } from '../../engine/rule.js';
import { agentTrafficBeforeResponse, notFirst, promptBeforeInitialize } from './before-it.js';
import { missingCapabilities, missingImplementationInfo, wrongCapabilityShape, wrongVersionFields } from './wrong-version-fields.js';
import { continueOnUnsupportedVersion, errorResponse, unknownVersionAgreed, versionNotEchoed } from './error-response.js';
import { repeated } from './repeated.js';
import { sessionSurfaceMissing } from './session-surface-missing.js';
import { invalidProtocolVersion } from './version-number.js';

export const INIT_RULES: readonly Rule[] = [
  promptBeforeInitialize,
  notFirst,
  agentTrafficBeforeResponse,
  repeated,
  invalidProtocolVersion,
  wrongVersionFields,
  missingImplementationInfo,
  missingCapabilities,
  wrongCapabilityShape,
  errorResponse,
  unknownVersionAgreed,
  versionNotEchoed,
  continueOnUnsupportedVersion,
  sessionSurfaceMissing,
];
