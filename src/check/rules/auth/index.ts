import type { Rule } from '../../engine/rule.js';
import { duplicateMethodId } from './duplicate-method-id.js';
import { loginNotAdvertised } from './login-not-advertised.js';
import { logoutNotAdvertised } from './logout-not-advertised.js';
import { requiredAfterLogin, requiredWithoutMethods } from './required.js';
import { secretInFrame } from './secret-in-frame.js';
import { terminalMethodAuthenticated, terminalMethodNotSupported } from './terminal-method.js';
import { unknownMethodId } from './unknown-method-id.js';

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
