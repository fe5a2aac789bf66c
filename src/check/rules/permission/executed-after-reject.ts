import type { ToolCall } from '../../../model/state/tool-call.js';
import { isFinal } from '../../../model/tools/tool-calls.js';
import type { ReportDetails } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { callPatchOf } from '../tool-call/patch.js';

export const executedAfterReject = defineRule({
  id: 'permission/executed-after-reject',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A tool call that was rejected or cancelled should not run.',
  explanation:
    'The user said no, but the call is reported as in_progress. Either it runs, which is the worst that can happen ' +
    'with a permission dialog, or its status is wrong. Report such a call as failed.\n\n' +
    'Only an info if the call goes straight to completed, which some agents do to show an explanation, or if it ran ' +
    'before permission was requested. In v2 an unknown outcome or option is not an approval either. Not reported: a ' +
    'call that a second request got allowed.',
  spec: 'v2/tool-calls#requesting-permission',
  messages: {
    ran: 'permission for tool call {id} was {outcome}, but then the agent reported it as in_progress',
    done: 'permission for tool call {id} was {outcome}, but then the agent reported it as completed',
  },
  on: ['update:tool_call', 'update:tool_call_update'],
  inspect({ step, report }) {
    const { id, call, patch } = callPatchOf(step) ?? {};
    const permission = call?.permission;
    const status = patch?.['status'];
    if (call === undefined || permission === undefined || (status !== 'in_progress' && status !== 'completed')) return;
    const refusal = refusalOf(permission, step.version);
    if (refusal === undefined) return;
    const { started } = call;
    const data = { id: quoted(id), outcome: refusal.outcome };
    const place = { after: permission, evidence: [call] };
    const ranBefore = started !== undefined && started.seq < permission.seq;
    if (status === 'in_progress' && call.status !== 'in_progress') {
      report('ran', { data, ...place, ...(ranBefore ? { severity: 'info' } : refusal.verdicts) });
    } else if (status === 'completed' && !isFinal(call.status) && (started === undefined || ranBefore)) {
      report('done', { data, ...place, severity: 'info' });
    }
  },
});

/** An outcome that is not an approval: its words for a message, and how bad it is to run the call anyway. */
interface Refusal {
  readonly outcome: string;
  readonly verdicts: Pick<ReportDetails, 'severity' | 'dialects'>;
}

function refusalOf({ outcome, unknown }: NonNullable<ToolCall['permission']>, version: 1 | 2): Refusal | undefined {
  if (outcome === 'rejected') return { outcome: 'rejected', verdicts: {} };
  if (outcome === 'cancelled') return { outcome: 'answered "cancelled"', verdicts: V2B_ONLY };
  // v1 does not define what an unknown outcome means; the answer itself was reported
  if (outcome === 'approved' || version === 1) return undefined;
  if (unknown === 'outcome') return { outcome: 'answered with an unknown outcome', verdicts: { severity: 'error' } };
  return unknown === 'option'
    ? { outcome: 'answered with an option that was not offered', verdicts: V2B_ONLY }
    : undefined;
}

/** Only the November draft of v2 says MUST. */
const V2B_ONLY = { dialects: { v2a: 'warning', v2b: 'error' } } as const;
