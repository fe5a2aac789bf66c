import type { Rule } from '../../engine/rule.js';
import { cancelledWithoutCancel } from './cancelled-without-cancel.js';
import { errorLiteral, missing, unknown } from './unknown.js';

export const STOP_REASON_RULES: readonly Rule[] = [errorLiteral, unknown, missing, cancelledWithoutCancel];
