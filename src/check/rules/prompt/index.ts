import type { Rule } from '../../engine/rule.js';
import { concurrentTurn } from './concurrent-turn.js';
import { emptyPrompt } from './empty.js';
import { unadvertisedCommand } from './unadvertised-command.js';
import { unknownContentType } from './unknown-content-type.js';

export const PROMPT_RULES: readonly Rule[] = [concurrentTurn, emptyPrompt, unknownContentType, unadvertisedCommand];
