import type { Rule } from '../../engine/rule.js';
import { concurrentTurn } from './concurrent-turn.js';
import { emptyPrompt, unadvertisedCommand, unknownContentType } from './content.js';

export const PROMPT_RULES: readonly Rule[] = [concurrentTurn, emptyPrompt, unknownContentType, unadvertisedCommand];
