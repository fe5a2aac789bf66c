import type { Rule } from '../../engine/rule.js';
import { cancelledWithoutCancel } from './cancelled-without-cancel.js';
import { errorLiteral } from './error-literal.js';
import { missing } from './missing.js';
import { unknown } from './unknown.js';

export const STOP_REASON_RULES: readonly Rule[] = [errorLiteral, unknown, missing, cancelledWithoutCancel];
