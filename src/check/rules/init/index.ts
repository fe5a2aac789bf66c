import type { Rule } from '../../engine/rule.js';
import { agentTrafficBeforeResponse, notFirst, promptBeforeInitialize } from './before-it.js';
import { missingCapabilities, missingImplementationInfo, wrongCapabilityShape, wrongVersionFields } from './fields.js';
import { continueOnUnsupportedVersion, errorResponse, unknownVersionAgreed, versionNotEchoed } from './negotiation.js';
import { repeated } from './repeated.js';
import { sessionSurfaceMissing } from './session-surface.js';
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
