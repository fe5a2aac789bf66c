import type { ToolCall } from '../../../model/state/tool-call.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { callPatchOf } from './patch.js';

export const skippedInProgress = defineRule({
  id: 'tool-call/skipped-in-progress',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A tool call that runs should be reported as in_progress before it is completed.',
  explanation:
    'Between the approval and the end, the user sees a call that waits although it is running. Report in_progress ' +
    'when the tool starts.\n\n' +
    'Off by default, because many agents leave this status out. Only an info if no permission was requested. Not ' +
    'reported: a call that is created as in_progress or completed; a call that failed.',
  spec: 'v1/prompt-turn#5-tool-invocation-and-status-reporting',
  isOptIn: true,
  needsHistory: true,
  messages: { skipped: 'tool call {id} went from pending to completed; in_progress was never reported' },
  on: ['update:tool_call_update'],
  inspect({ step, report }) {
    const { id, call, patch } = callPatchOf(step) ?? {};
    if (call === undefined || patch?.['status'] !== 'completed') return;
    if (call.status !== 'pending' || call.started !== undefined || wasRefused(call)) return;
    const isApproved = call.permission?.outcome === 'approved';
    report('skipped', {
      data: { id: quoted(id) },
      evidence: [call, call.permission],
      ...(!isApproved && { severity: 'info' }),
    });
  },
});

function wasRefused({ permission }: ToolCall): boolean {
  return permission?.outcome === 'rejected' || permission?.outcome === 'cancelled';
}
