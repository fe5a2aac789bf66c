import type { Rule } from '../../engine/rule.js';
import { rfdDraftNames } from './rfd-draft-names.js';
import { v1SurfaceOnV2 } from './v1-surface-on-v2.js';
import { v2SurfaceOnV1 } from './v2-surface-on-v1.js';

export const VERSION_RULES: readonly Rule[] = [rfdDraftNames, v1SurfaceOnV2, v2SurfaceOnV1];
