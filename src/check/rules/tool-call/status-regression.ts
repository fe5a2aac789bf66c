import { isFinal } from '../../../model/tools/tool-calls.js';
import type { JsonValue } from '../../../wire/json-text.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { callPatchOf } from './patch.js';

/** How far a call is in each status; work may go to and fro between running and paused. */
const PROGRESS: Readonly<Record<1 | 2, Readonly<Partial<Record<string, number>>>>> = {
  1: { pending: 0, in_progress: 1, completed: 2, failed: 2 },
  2: { pending: 0, in_progress: 1, paused: 1, completed: 2, failed: 2, cancelled: 2 },
};

export const statusRegression = defineRule({
  id: 'tool-call/status-regression',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The status of a tool call only moves forward: pending, in_progress, then completed or failed.',
  explanation:
    'Clients stop their spinners and timers when a call is completed or failed, and do not start them again. A call that ' +
    'leaves its final status is either a second call that needs an id of its own, or a final status sent too early. Going ' +
    'back to pending is only an info. Not reported: paused and in_progress of v2, which may alternate; statuses that the ' +
    'protocol does not know; what a permission request shows of the call.',
  spec: 'v1/tool-calls#status',
  needsHistory: true,
  messages: {
    left: '{id} was {before} and is now {now}; completed, failed and cancelled are final',
    back: '{id} went back from {before} to {now}',
  },
  on: ['update:tool_call_update'],
  inspect({ step, report }) {
    const { id, call, patch } = callPatchOf(step) ?? {};
    if (call?.status === undefined || patch === undefined) return;
    const now = statusOf(patch['status'], step.version);
    const before = PROGRESS[step.version][call.status];
    const after = now === undefined ? undefined : PROGRESS[step.version][now];
    if (now === undefined || now === call.status || before === undefined || after === undefined) return;
    const data = { id: quoted(id), before: call.status, now };
    const isReset = patch['status'] === null;
    if (isFinal(call.status)) {
      report('left', { data, evidence: [call.finished], ...(isReset && { severity: 'info' }) });
    } else if (after < before) {
      report('back', { data, severity: 'info', evidence: [call.started] });
    }
  },
});

/** The status that an update gives; v2: null resets it to pending, v1: null says nothing. */
function statusOf(status: JsonValue | undefined, version: 1 | 2): string | undefined {
  if (status === null) return version === 2 ? 'pending' : undefined;
  return typeof status === 'string' ? status : undefined;
}
