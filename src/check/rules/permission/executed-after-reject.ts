import { objectOf, textOf } from '../../../model/json-access.js';
import { askedCallId } from '../../../model/tools/permissions.js';
import { openRequests } from '../../../model/requests/requests.js';
import type { Session } from '../../../model/state/session.js';
import { isFinal, mayHaveForgotten } from '../../../model/tools/tool-calls.js';
import type { ToolCall } from '../../../model/state/tool-call.js';
import { valueHash } from '../../../model/tools/value-hash.js';
import type { JsonValue } from '../../../wire/json-text.js';
import type { Context, ReportDetails } from '../../engine/context.js';
import { isBrokenWithin } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';
import { callPatchOf } from '../tool-call/patch.js';

export const unknownToolCall = defineRule({
  id: 'permission/unknown-tool-call',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The tool call that permission is asked for was reported before, or the request says what it is.',
  explanation:
    'The user decides by what the client shows. Of a call that was never reported, and that the request names by its id ' +
    'alone, there is nothing to show. Report the call first, or put its title into the request. Not reported in a session ' +
    'that was restored, or where the recording begins later.',
  spec: 'v1/tool-calls#requesting-permission',
  needsHistory: true,
  messages: { unknown: 'permission is asked for the tool call {id}, which was never reported and has no title here' },
  on: ['request:session/request_permission'],
  inspect({ step, knows, shapes, report }) {
    const { session, params, isHistory } = step;
    if (isBrokenWithin(shapes, 'toolCall') || isBrokenWithin(shapes, 'subject')) return;
    if (session === undefined || isHistory || !knows(session) || mayHaveForgotten(session)) return;
    const { patch } = callPatchOf(step) ?? {};
    const id = askedCallId(params);
    if (id === undefined || session.toolCalls.has(id)) return;
    if ((textOf(patch?.['title']) ?? '') === '') report('unknown', { data: { id: quoted(id) } });
  },
});

export const toolCallMismatch = defineRule({
  id: 'permission/tool-call-mismatch',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A permission request shows the tool call as it was reported.',
  explanation:
    'The user allows what the dialog shows, while the call on the screen says something else: another file, other ' +
    'arguments. Send an update of the call first where it changed. Not reported: titles, which agents word anew for the ' +
    'question, and values that were empty or missing before.',
  spec: 'v1/tool-calls#requesting-permission',
  messages: { differs: '{what} of {id} in the request {verb} not what was reported of the call' },
  on: ['request:session/request_permission'],
  inspect({ step, shapes, report }) {
    const { id, call, patch } = callPatchOf(step) ?? {};
    if (call === undefined || patch === undefined || isFinal(call.status)) return;
    if (isBrokenWithin(shapes, 'toolCall') || isBrokenWithin(shapes, 'subject')) return;
    const differs = (['kind', 'rawInput', 'locations'] as const).filter((name) => isOther(call[name], patch[name]));
    if (differs.length === 0) return;
    const verb = differs.length > 1 || differs[0] === 'locations' ? 'are' : 'is';
    report('differs', { data: { what: enumerated(differs), id: quoted(id), verb }, evidence: [call] });
  },
});

function isOther(reported: JsonValue | undefined, shown: JsonValue | undefined): boolean {
  if (isNothing(reported) || shown === undefined || shown === null) return false;
  return valueHash(reported) !== valueHash(shown);
}

/** Agents report a call before its arguments are there. */
function isNothing(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

const START_MESSAGES = {
  late: 'permission is asked for {id}, which was reported as {status} before',
  meanwhile: '{id} was reported as {status} while the permission for it was still asked for (frame {frame})',
} as const;

export const afterExecutionStarted = defineRule({
  id: 'permission/after-execution-started',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'Permission is asked before the tool call runs, and awaited.',
  explanation:
    'A question about what is done already is none: the user cannot prevent it any more. Ask first, wait for the answer, ' +
    'then report in_progress. Only an info where the call is in_progress, which some agents report while the arguments ' +
    'are still coming. Not reported: a call that was allowed before and asks for its next step, and questions that were ' +
    'cancelled or taken back.',
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

/** A call that goes on before its question is answered; no answer can have crossed, for none was given. */
function judgeMeanwhile({ step, connection, report }: Context<typeof START_MESSAGES>, session: Session): void {
  const { id, call, patch } = callPatchOf(step) ?? {};
  const status = patch?.['status'];
  if (call === undefined || call.status === status || isFinal(call.status)) return;
  if ((status !== 'in_progress' && status !== 'completed') || call.permission?.outcome === 'approved') return;
  const asked = openRequests(connection, 'agent', session.id).find(
    ({ method, params, cancelRequested, cancelledBy }) =>
      method === 'session/request_permission' &&
      askedCallId(objectOf(params)) === id &&
      (cancelRequested ?? cancelledBy) === undefined,
  );
  if (asked === undefined) return;
  const severity = status === 'completed' ? 'warning' : 'info';
  report('meanwhile', { data: { id: quoted(id), status, frame: asked.seq }, severity, evidence: [asked] });
}

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
