import type { Rule } from '../../engine/rule.js';
import { repeatedMessage, repeatedTerminalOutput, repeatedToolOutput } from './repeated.js';

export const VOLUME_RULES: readonly Rule[] = [repeatedToolOutput, repeatedMessage, repeatedTerminalOutput];
