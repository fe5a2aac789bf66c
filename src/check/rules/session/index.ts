import type { Rule } from '../../engine/rule.js';
import { additionalDirectoriesInvalid } from './additional-directories-invalid.js';
import { closeNotIdempotent, closeTurnNotCancelled, updateAfterClose, useAfterClose } from './close.js';
import { deletedStillListed, deleteNotIdempotent, useAfterDelete } from './delete-not-idempotent.js';
import { listFailed, listFilterIgnored, listForeignCursor } from './list.js';
import { duplicateSessionId, updateBeforeNewResponse } from './new-session.js';
import {
  cwdMismatch,
  loadReplayMissing,
  promptBeforeSetupDone,
  replayAfterLoadResponse,
  resumeReplayedHistory,
} from './restored-session.js';
import { unknownSessionAccepted, unknownSessionId } from './unknown-session.js';

export const SESSION_RULES: readonly Rule[] = [
  unknownSessionId,
  unknownSessionAccepted,
  promptBeforeSetupDone,
  duplicateSessionId,
  updateBeforeNewResponse,
  useAfterClose,
  updateAfterClose,
  closeTurnNotCancelled,
  closeNotIdempotent,
  loadReplayMissing,
  replayAfterLoadResponse,
  resumeReplayedHistory,
  cwdMismatch,
  listForeignCursor,
  listFilterIgnored,
  listFailed,
  deletedStillListed,
  deleteNotIdempotent,
  useAfterDelete,
  additionalDirectoriesInvalid,
];
