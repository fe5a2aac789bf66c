import type { Rule } from '../../engine/rule.js';
import { backgroundList, entityCancelNotAdvertised } from './background.js';
import { cancelNotConfirmed, updateAfterCancelledIdle } from './cancel.js';
import { diffPatchInconsistent, diffWithoutPatch } from './diffs.js';
import { userMessageAltered, userMessageIdMismatch, userMessageMissing } from './echo.js';
import {
  messageIdReused,
  promptErrorAfterInsertion,
  promptNotCancelled,
  promptResponseHeld,
  promptResultShape,
  stopReasonInPromptResponse,
} from './prompts.js';
import { replayAfterResumeResponse, replayChunkWithoutReset, replayMessageIdChanged } from './replay.js';
import { requiresActionMissing, requiresActionNotCleared } from './requires-action.js';
import { replayCursorAccepted, replayMissing, resumeWithoutState } from './resume.js';
import { loginSurfaceIncomplete, nullConfigLists } from './setup.js';
import { customStateOnly, idleWithoutStopReason, missingRunning, stopReasonOnActiveState } from './states.js';
import {
  terminalCommandMissing,
  terminalIdReused,
  terminalOutputAfterExit,
  terminalReferenceUnresolved,
} from './terminals.js';

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
