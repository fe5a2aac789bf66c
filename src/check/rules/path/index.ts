import type { Rule } from '../../engine/rule.js';
import { mcpCommandNotAbsolute } from './mcp-command-not-absolute.js';
import { mcpRequiredLists } from './mcp-required-lists.js';
import { notAbsolute } from './not-absolute.js';
import { otherSystem } from './other-system.js';

export const PATH_RULES: readonly Rule[] = [mcpCommandNotAbsolute, notAbsolute, mcpRequiredLists, otherSystem];
