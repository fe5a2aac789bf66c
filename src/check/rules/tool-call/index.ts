import type { Rule } from '../../engine/rule.js';
import { updateAfterTerminal } from './update-after-terminal.js';
import { chunkUnknownId, duplicateCreate, missingTitle, updateBeforeCreate } from './announcing.js';
import { diffOldEqualsNew, emptyUpdate, nameChanged } from './name-changed.js';
import { skippedInProgress, statusRegression } from './status-regression.js';
import { nonterminalAtTurnEnd } from './nonterminal-at-turn-end.js';

export const TOOL_CALL_RULES: readonly Rule[] = [
  updateBeforeCreate,
  duplicateCreate,
  missingTitle,
  chunkUnknownId,
  statusRegression,
  skippedInProgress,
  updateAfterTerminal,
  emptyUpdate,
  diffOldEqualsNew,
  nameChanged,
  nonterminalAtTurnEnd,
];
