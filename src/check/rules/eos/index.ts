import type { Rule } from '../../engine/rule.js';
import { permissionNeverAnswered } from './permission.js';
import { abnormalExit, noExitAfterStdinClose, sessionLeftOpen, unreadableRate } from './process.js';
import { initializeNeverAnswered, loadNeverAnswered, requestNeverAnswered } from './requests.js';
import { cancelNeverConfirmed, foregroundNeverIdle, turnNeverAnswered } from './turns.js';
import {
  compactionNeverFinished,
  entityCancelNotFinished,
  toolCallNeverFinished,
  urlElicitationNeverCompleted,
} from './unfinished.js';

/** From what tells most to what only counts: what is asked later leaves out what was said before. */
export const EOS_RULES: readonly Rule[] = [
  initializeNeverAnswered,
  turnNeverAnswered,
  foregroundNeverIdle,
  cancelNeverConfirmed,
  permissionNeverAnswered,
  loadNeverAnswered,
  requestNeverAnswered,
  toolCallNeverFinished,
  compactionNeverFinished,
  urlElicitationNeverCompleted,
  entityCancelNotFinished,
  abnormalExit,
  noExitAfterStdinClose,
  sessionLeftOpen,
  unreadableRate,
];
