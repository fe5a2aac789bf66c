import type { Rule } from '../../engine/rule.js';
import { backgroundList } from './background-list.js';
import { cancelNotConfirmed } from './cancel-not-confirmed.js';
import { customStateOnly } from './custom-state-only.js';
import { diffPatchInconsistent, diffWithoutPatch } from './diff.js';
import { entityCancelNotAdvertised } from './entity-cancel-not-advertised.js';
import { idleWithoutStopReason } from './idle-without-stop-reason.js';
import { loginSurfaceIncomplete } from './login-surface-incomplete.js';
import { messageIdReused } from './message-id-reused.js';
import { missingRunning } from './missing-running.js';
import { nullConfigLists } from './null-config-lists.js';
import { promptErrorAfterInsertion, promptNotCancelled, promptResponseHeld, promptResultShape } from './prompt.js';
import {
  replayAfterResumeResponse,
  replayChunkWithoutReset,
  replayCursorAccepted,
  replayMessageIdChanged,
  replayMissing,
} from './replay.js';
import { requiresActionMissing, requiresActionNotCleared } from './requires-action.js';
import { resumeWithoutState } from './resume-without-state.js';
import { stopReasonInPromptResponse, stopReasonOnActiveState } from './stop-reason.js';
import {
  terminalCommandMissing,
  terminalIdReused,
  terminalOutputAfterExit,
  terminalReferenceUnresolved,
} from './terminal.js';
import { updateAfterCancelledIdle } from './update-after-cancelled-idle.js';
import { userMessageAltered, userMessageIdMismatch, userMessageMissing } from './user-message.js';

export const V2_RULES: readonly Rule[] = [
  promptResponseHeld,
  stopReasonInPromptResponse,
  promptResultShape,
  messageIdReused,
  promptErrorAfterInsertion,
  promptNotCancelled,
  cancelNotConfirmed,
  updateAfterCancelledIdle,
  userMessageIdMismatch,
  userMessageMissing,
  userMessageAltered,
  customStateOnly,
  missingRunning,
  idleWithoutStopReason,
  stopReasonOnActiveState,
  requiresActionMissing,
  requiresActionNotCleared,
  backgroundList,
  entityCancelNotAdvertised,
  resumeWithoutState,
  replayMissing,
  replayCursorAccepted,
  replayAfterResumeResponse,
  replayMessageIdChanged,
  replayChunkWithoutReset,
  terminalIdReused,
  terminalOutputAfterExit,
  terminalCommandMissing,
  terminalReferenceUnresolved,
  diffPatchInconsistent,
  diffWithoutPatch,
  loginSurfaceIncomplete,
  nullConfigLists,
];
