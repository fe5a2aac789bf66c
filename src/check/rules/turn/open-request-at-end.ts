import { INVALID_PARAMS, INVALID_REQUEST } from '../../../acp/methods/error-codes.js';
import type { Session } from '../../../model/state/session.js';
import type { Step } from '../../../model/state/step.js';
import type { Turn } from '../../../model/state/turn.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated } from '../../engine/wording.js';
import { AWAITED, MAY_OUTLIVE } from './awaited-requests.js';

export const openRequestAtEnd = defineRule({
  id: 'turn/open-request-at-end',
  severity: 'warning',
  versions: ['v1'],
  fault: 'agent',
  summary: 'A turn should end only after the client has answered the requests that the agent made in it.',
  explanation:
    'The client still shows a permission dialog, or still reads a file, for a turn that is over, and its answer is ' +
    'of no use. Wait for every answer before you answer the prompt, or withdraw the request with $/cancel_request.\n\n' +
    'Only an info for terminal/wait_for_exit, because a command may go on in the background. Only an info for turns ' +
    'that the client cancelled or closed, because the answers are on their way. Not reported: requests that were ' +
    'withdrawn; permission requests that session/cancel ends (permission/not-cancelled-after-cancel); the end of a ' +
    'prompt that was refused, because the open requests belong to another prompt.',
  spec: 'v1/prompt-turn#4-check-for-completion',
  messages: { open: 'the agent ended the turn while its {requests} had no answer' },
  on: ['turn-end'],
  inspect({ turnEnd, connection, step, report }) {
    const { turn, session, isError } = turnEnd;
    const { gap } = connection;
    if (isError && wasRefused(turn, session, step)) return;
    const open = [...turn.openRequests].filter(
      ({ method, cancelRequested, cancelledBy, seq }) =>
        (AWAITED.has(method) || method === MAY_OUTLIVE) &&
        // the client is to answer it "cancelled": permission/not-cancelled-after-cancel
        (method !== 'session/request_permission' || cancelledBy === undefined) &&
        cancelRequested === undefined &&
        (gap === undefined || gap.seq < seq),
    );
    if (open.length === 0) return;
    const isMild =
      turn.cancel !== undefined || turn.closing !== undefined || open.every(({ method }) => method === MAY_OUTLIVE);
    const names = open.map(({ method, seq }) => `${method} (frame ${seq})`);
    report('open', { data: { requests: enumerated(names) }, evidence: open, ...(isMild && { severity: 'info' }) });
  },
});

/** A prompt that fails during another one, or that the agent refuses as invalid, was never a turn. */
function wasRefused({ firstUpdate }: Turn, { open }: Session, { error }: Step): boolean {
  if (firstUpdate !== undefined) return false;
  return open.length > 1 || error?.code === INVALID_PARAMS || error?.code === INVALID_REQUEST;
}
