import type { Rule } from '../../engine/rule.js';
import { permissionNeverAnswered } from './permission-never-answered.js';
import { abnormalExit, noExitAfterStdinClose, sessionLeftOpen, unreadableRate } from './abnormal-exit.js';
import { initializeNeverAnswered, loadNeverAnswered, requestNeverAnswered } from './request-never-answered.js';
import { cancelNeverConfirmed, foregroundNeverIdle, turnNeverAnswered } from './foreground-never-idle.js';
import {
  compactionNeverFinished,
  entityCancelNotFinished,
  toolCallNeverFinished,
  urlElicitationNeverCompleted,
} from './tool-call-never-finished.js';

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
