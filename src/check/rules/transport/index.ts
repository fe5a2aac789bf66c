import type { Rule } from '../../engine/rule.js';
import {
  batchLifecycleMethod,
  batchMixedKinds,
  batchNotAllowed,
  batchReplyShape,
  batchTerminalOrder,
} from './batch.js';
import { blankLine } from './blank-line.js';
import { bom } from './bom.js';
import { duplicateJsonKey } from './duplicate-json-key.js';
import { embeddedNewline } from './embedded-newline.js';
import { emptyBatch } from './empty-batch.js';
import { invalidUtf8 } from './invalid-utf8.js';
import { nonJsonLine } from './non-json-line.js';
import { notAnObject } from './not-an-object.js';
import { oversizedFrame } from './oversized-frame.js';
import { truncatedFinalFrame } from './truncated-final-frame.js';
import { writeAfterExit } from './write-after-exit.js';

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
