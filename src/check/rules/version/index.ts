import type { Rule } from '../../engine/rule.js';
import { rfdDraftNames } from './rfd-draft-names.js';
import { v1SurfaceOnV2, v2SurfaceOnV1 } from './other-version.js';

export const VERSION_RULES: readonly Rule[] = [rfdDraftNames, v1SurfaceOnV2, v2SurfaceOnV1];
