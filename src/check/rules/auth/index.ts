import type { Rule } from '../../engine/rule.js';
import { loginNotAdvertised, logoutNotAdvertised, terminalMethodAuthenticated, unknownMethodId } from './methods.js';
import { duplicateMethodId, terminalMethodNotSupported } from './duplicate-method-id.js';
import { requiredAfterLogin, requiredWithoutMethods } from './required.js';
import { secretInFrame } from './secret-in-frame.js';

export const AUTH_RULES: readonly Rule[] = [
  loginNotAdvertised,
  logoutNotAdvertised,
  terminalMethodAuthenticated,
  unknownMethodId,
  terminalMethodNotSupported,
  duplicateMethodId,
  requiredAfterLogin,
  requiredWithoutMethods,
  secretInFrame,
];
