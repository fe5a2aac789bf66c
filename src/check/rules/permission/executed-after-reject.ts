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
  summary: 'A tool call that was rejected or cancelled does not run.',
  explanation:
    'The user said no, and the call is reported as in_progress all the same. Either it runs, which is the worst a ' +
    'permission dialog can lead to, or its status is wrong: report it as failed. Only an info where the call goes straight ' +
    'to completed, as some agents do with the explanation as content, and where it ran before it was asked for. In v2 an ' +
    'outcome or option that the protocol or the request does not know is no approval either. Not reported: a call that a ' +
    'second request got allowed.',
  spec: 'v2/tool-calls#requesting-permission',
  messages: {
    ran: 'permission for {id} was {outcome}, and then it was reported as in_progress',
    done: 'permission for {id} was {outcome}, and then it was reported as completed',
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

/** An outcome that is no approval, as a sentence says it, and how bad it is to run all the same. */
interface Refusal {
  readonly outcome: string;
  readonly verdicts: Pick<ReportDetails, 'severity' | 'dialects'>;
}

function refusalOf({ outcome, unknown }: NonNullable<ToolCall['permission']>, version: 1 | 2): Refusal | undefined {
  if (outcome === 'rejected') return { outcome: 'rejected', verdicts: {} };
  if (outcome === 'cancelled') return { outcome: 'answered "cancelled"', verdicts: V2B_ONLY };
  // v1 does not say what an agent is to make of them; the answer itself was reported
  if (outcome === 'approved' || version === 1) return undefined;
  if (unknown === 'outcome')
    return { outcome: 'answered by an outcome of no known kind', verdicts: { severity: 'error' } };
  return unknown === 'option'
    ? { outcome: 'answered by an option that was not offered', verdicts: V2B_ONLY }
    : undefined;
}

/** Only the newer draft of v2 says MUST. */
const V2B_ONLY = { dialects: { v2a: 'warning', v2b: 'error' } } as const;
