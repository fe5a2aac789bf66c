import type { Rule } from '../../engine/rule.js';
import { chunkUnknownId } from './chunk-unknown-id.js';
import { diffOldEqualsNew } from './diff-old-equals-new.js';
import { duplicateCreate } from './duplicate-create.js';
import { emptyUpdate } from './empty-update.js';
import { missingTitle } from './missing-title.js';
import { nameChanged } from './name-changed.js';
import { nonterminalAtTurnEnd } from './nonterminal-at-turn-end.js';
import { skippedInProgress } from './skipped-in-progress.js';
import { statusRegression } from './status-regression.js';
import { updateAfterTerminal } from './update-after-terminal.js';
import { updateBeforeCreate } from './update-before-create.js';

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
