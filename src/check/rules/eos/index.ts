import type { Rule } from '../../engine/rule.js';
import { abnormalExit } from './abnormal-exit.js';
import { cancelNeverConfirmed } from './cancel-never-confirmed.js';
import { compactionNeverFinished } from './compaction-never-finished.js';
import { entityCancelNotFinished } from './entity-cancel-not-finished.js';
import { foregroundNeverIdle } from './foreground-never-idle.js';
import { initializeNeverAnswered } from './initialize-never-answered.js';
import { loadNeverAnswered } from './load-never-answered.js';
import { noExitAfterStdinClose } from './no-exit-after-stdin-close.js';
import { permissionNeverAnswered } from './permission-never-answered.js';
import { requestNeverAnswered } from './request-never-answered.js';
import { sessionLeftOpen } from './session-left-open.js';
import { toolCallNeverFinished } from './tool-call-never-finished.js';
import { turnNeverAnswered } from './turn-never-answered.js';
import { unreadableRate } from './unreadable-rate.js';
import { urlElicitationNeverCompleted } from './url-elicitation-never-completed.js';

/** From the most to the least specific. Later rules leave out what earlier ones reported. */
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
