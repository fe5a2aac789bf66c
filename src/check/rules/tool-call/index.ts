import type { Rule } from '../../engine/rule.js';
import { updateAfterTerminal } from './after-final.js';
import { chunkUnknownId, duplicateCreate, missingTitle, updateBeforeCreate } from './announcing.js';
import { diffOldEqualsNew, emptyUpdate, nameChanged } from './content.js';
import { skippedInProgress, statusRegression } from './status.js';
import { nonterminalAtTurnEnd } from './turn-end.js';

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
