import type { Rule } from '../../engine/rule.js';
import { additionalDirectoriesInvalid } from './additional-directories-invalid.js';
import { closeNotIdempotent, closeTurnNotCancelled } from './close.js';
import { cwdMismatch } from './cwd-mismatch.js';
import { deleteNotIdempotent } from './delete-not-idempotent.js';
import { deletedStillListed } from './deleted-still-listed.js';
import { duplicateSessionId } from './duplicate-session-id.js';
import { headOfLine } from './head-of-line.js';
import { listFailed, listFilterIgnored, listForeignCursor } from './list.js';
import { loadReplayMissing } from './load-replay-missing.js';
import { promptBeforeSetupDone } from './prompt-before-setup-done.js';
import { replayAfterLoadResponse } from './replay-after-load-response.js';
import { resumeReplayedHistory } from './resume-replayed-history.js';
import { unknownSessionAccepted, unknownSessionId } from './unknown-session.js';
import { updateAfterClose } from './update-after-close.js';
import { updateBeforeNewResponse } from './update-before-new-response.js';
import { useAfterClose, useAfterDelete } from './use-after.js';

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
  headOfLine,
];
