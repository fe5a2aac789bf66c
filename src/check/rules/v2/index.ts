import type { Rule } from '../../engine/rule.js';
import { backgroundList, entityCancelNotAdvertised } from './background-list.js';
import { cancelNotConfirmed, updateAfterCancelledIdle } from './update-after-cancelled-idle.js';
import { diffPatchInconsistent, diffWithoutPatch } from './diff.js';
import { userMessageAltered, userMessageIdMismatch, userMessageMissing } from './user-message.js';
import {
  messageIdReused,
  promptErrorAfterInsertion,
  promptNotCancelled,
  promptResponseHeld,
  promptResultShape,
  stopReasonInPromptResponse,
} from './prompt.js';
import { replayAfterResumeResponse, replayChunkWithoutReset, replayMessageIdChanged } from './replay.js';
import { requiresActionMissing, requiresActionNotCleared } from './requires-action.js';
import { replayCursorAccepted, replayMissing, resumeWithoutState } from './resume-without-state.js';
import { loginSurfaceIncomplete, nullConfigLists } from './null-config-lists.js';
import { customStateOnly, idleWithoutStopReason, missingRunning, stopReasonOnActiveState } from './missing-running.js';
import {
  terminalCommandMissing,
  terminalIdReused,
  terminalOutputAfterExit,
  terminalReferenceUnresolved,
} from './terminal.js';

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
