import type { Rule } from '../../engine/rule.js';
import { batchReplyShape } from './batch.js';
import { batchLifecycleMethod, batchMixedKinds, batchNotAllowed, batchTerminalOrder, emptyBatch } from './batches.js';
import { blankLine, bom, duplicateJsonKey, invalidUtf8, oversizedFrame } from './bytes.js';
import { truncatedFinalFrame, writeAfterExit } from './truncated-final-frame.js';
import { embeddedNewline, nonJsonLine, notAnObject } from './non-json-line.js';

export const TRANSPORT_RULES: readonly Rule[] = [
  invalidUtf8,
  embeddedNewline,
  nonJsonLine,
  notAnObject,
  bom,
  blankLine,
  oversizedFrame,
  duplicateJsonKey,
  batchReplyShape,
  batchNotAllowed,
  emptyBatch,
  batchLifecycleMethod,
  batchTerminalOrder,
  batchMixedKinds,
  truncatedFinalFrame,
  writeAfterExit,
];
