import { isFinal } from '../../../model/tools/tool-calls.js';
import type { JsonValue } from '../../../wire/json-text.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { callPatchOf } from './patch.js';

/** How far a call has come in each status. Work may alternate between running and paused. */
const PROGRESS: Readonly<Record<1 | 2, Readonly<Partial<Record<string, number>>>>> = {
  1: { pending: 0, in_progress: 1, completed: 2, failed: 2 },
  2: { pending: 0, in_progress: 1, paused: 1, completed: 2, failed: 2, cancelled: 2 },
};

export const statusRegression = defineRule({
  id: 'tool-call/status-regression',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The status of a tool call should only move forward: pending, in_progress, then a final status.',
  explanation:
    'Clients stop their spinners and timers when a call is completed or failed, and do not start them again. If a ' +
    'call leaves its final status, either it is really a second call that needs its own id, or the final status was ' +
    'sent too early.\n\n' +
    'Only an info for going back to pending. Not reported: paused and in_progress in v2, which may alternate; ' +
    'statuses that the protocol does not define; statuses in permission requests.',
  spec: 'v1/tool-calls#status',
  needsHistory: true,
  messages: {
    left: 'tool call {id} was {before} and is now {now}; completed, failed and cancelled are final',
    back: 'tool call {id} went back from {before} to {now}',
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

/** The status that an update sets. In v2 null resets it to pending; in v1 null says nothing. */
function statusOf(status: JsonValue | undefined, version: 1 | 2): string | undefined {
  if (status === null) return version === 2 ? 'pending' : undefined;
  return typeof status === 'string' ? status : undefined;
}
