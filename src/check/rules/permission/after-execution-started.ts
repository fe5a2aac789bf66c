import type { Session } from '../../../model/state/session.js';
import { askedCallId } from '../../../model/tools/asked-call.js';
import { isFinal } from '../../../model/tools/tool-calls.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { callPatchOf } from '../tool-call/patch.js';

const START_MESSAGES = {
  late: 'the agent requested permission for tool call {id} after reporting it as {status}',
  meanwhile:
    'the agent reported tool call {id} as {status} while its permission request (frame {frame}) was still open',
} as const;

export const afterExecutionStarted = defineRule({
  id: 'permission/after-execution-started',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'Permission should be requested, and answered, before a tool call runs.',
  explanation:
    'Once the work is done, the user can no longer prevent it. Ask first, wait for the answer, and only then report ' +
    'in_progress.\n\n' +
    'Only an info if the call is in_progress, because some agents report that while the arguments are still ' +
    'arriving. Not reported: a call that was allowed before and asks about its next step; requests that were ' +
    'cancelled or withdrawn.',
  spec: 'v1/prompt-turn#5-tool-invocation-and-status-reporting',
  needsHistory: true,
  messages: START_MESSAGES,
  on: ['request:session/request_permission', 'update:tool_call', 'update:tool_call_update'],
  inspect(context) {
    const { step, report } = context;
    const { session, params, isHistory, update } = step;
    if (session === undefined || isHistory) return;
    if (update !== undefined) {
      judgeMeanwhile(context, session);
      return;
    }
    const id = askedCallId(params);
    const call = id === undefined ? undefined : session.toolCalls.get(id);
    if (call?.status === undefined) return;
    const data = { id: quoted(id), status: call.status };
    if (isFinal(call.status)) {
      report('late', { data, evidence: [call.finished] });
    } else if (call.status === 'in_progress' && call.permission?.outcome !== 'approved') {
      report('late', { data, severity: 'info', evidence: [call.started] });
    }
  },
});

/** Judges a call that goes on before its request is answered. No answer was sent, so none can have crossed. */
function judgeMeanwhile({ step, report }: Context<typeof START_MESSAGES>, session: Session): void {
  const { id, call, patch } = callPatchOf(step) ?? {};
  const status = patch?.['status'];
  if (call === undefined || call.status === status || isFinal(call.status)) return;
  if ((status !== 'in_progress' && status !== 'completed') || call.permission?.outcome === 'approved') return;
  const asked = [...(session.asked.ofCalls.get(id ?? '') ?? [])].find(
    ({ cancelRequested, cancelledBy }) => (cancelRequested ?? cancelledBy) === undefined,
  );
  if (asked === undefined) return;
  const severity = status === 'completed' ? 'warning' : 'info';
  report('meanwhile', { data: { id: quoted(id), status, frame: asked.seq }, severity, evidence: [asked] });
}
