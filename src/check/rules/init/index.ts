import type { Rule } from '../../engine/rule.js';
import { agentTrafficBeforeResponse } from './agent-traffic-before-response.js';
import { continueOnUnsupportedVersion } from './continue-on-unsupported-version.js';
import { errorResponse } from './error-response.js';
import { invalidProtocolVersion } from './invalid-protocol-version.js';
import { missingCapabilities } from './missing-capabilities.js';
import { missingImplementationInfo } from './missing-implementation-info.js';
import { notFirst } from './not-first.js';
import { promptBeforeInitialize } from './prompt-before-initialize.js';
import { repeated } from './repeated.js';
import { sessionSurfaceMissing } from './session-surface-missing.js';
import { unknownVersionAgreed } from './unknown-version-agreed.js';
import { versionNotEchoed } from './version-not-echoed.js';
import { wrongCapabilityShape } from './wrong-capability-shape.js';
import { wrongVersionFields } from './wrong-version-fields.js';

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
