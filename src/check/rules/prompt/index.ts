import type { Rule } from '../../engine/rule.js';
import { concurrentTurn } from './concurrent-turn.js';
import { emptyPrompt, unadvertisedCommand, unknownContentType } from './unknown-content-type.js';

export const PROMPT_RULES: readonly Rule[] = [concurrentTurn, emptyPrompt, unknownContentType, unadvertisedCommand];
