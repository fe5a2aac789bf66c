import { listOf, objectsOf, textOf } from '../../../model/json-access.js';
import type { JsonObject } from '../../../wire/json-text.js';
import type { Step } from '../../../model/state/step.js';
import type { AskedPermission, ToolCall } from '../../../model/state/tool-call.js';
import { isFinal } from '../../../model/tools/tool-calls.js';
import type { Context, ReportDetails } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { callPatchOf } from '../tool-call/patch.js';

const EXECUTED_MESSAGES = {
  ran: 'permission for tool call {id} was {outcome}, but then the agent reported it as {status}',
  used: 'permission for tool call {id} was {outcome}, but then the agent sent {method} for {what}',
} as const;

export const executedAfterReject = defineRule({
  id: 'permission/executed-after-reject',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A tool call that was rejected or cancelled should not run.',
  explanation:
    'The user said no, but the call is reported as in_progress or completed, or the agent writes its file or starts ' +
    'its command. Either the call runs, which is the worst that can happen with a permission dialog, or its status is ' +
    'wrong. Report such a call as failed. Running before the answer is no excuse: a call that was already in progress ' +
    'counts, too.\n\n' +
    'Only an info if the content of a completed call says that it was rejected, or if the turn was cancelled. In v2 an ' +
    'unknown outcome or option is not an approval either. A file or command counts only if no other open call of the ' +
    'turn may need it. Reported once per answer. Not reported: a call that a second request got allowed.',
  spec: 'v1/tool-calls#requesting-permission',
  messages: EXECUTED_MESSAGES,
  on: ['update:tool_call', 'update:tool_call_update', 'request:fs/write_text_file', 'request:terminal/create'],
  inspect(context) {
    if (context.step.update === undefined) judgeUse(context);
    else judgeStatus(context);
  },
});

type ExecutedContext = Context<typeof EXECUTED_MESSAGES>;

function judgeStatus({ step, report }: ExecutedContext): void {
  const { id, call, patch } = callPatchOf(step) ?? {};
  const status = patch?.['status'];
  if (call === undefined || patch === undefined || isFinal(call.status)) return;
  const refusal = refusalOf(call, step.version);
  if (refusal === undefined || (status !== 'in_progress' && status !== 'completed')) return;
  const isExplained = status === 'completed' && saysItWasRefused(patch);
  const isCancelled = step.turn?.cancel !== undefined && status === 'completed';
  report('ran', {
    data: { id: quoted(id), outcome: refusal.outcome, status },
    ...placeOf(step, call, refusal.permission),
    ...(isExplained || isCancelled ? { severity: 'info' } : refusal.verdicts),
  });
}

/** Judges a request that writes the file, or starts the command, of a refused call. */
function judgeUse({ step, report }: ExecutedContext): void {
  const { session, turn, params, method = '', sender, version } = step;
  if (sender !== 'agent' || session === undefined || turn === undefined || turn.openToolCalls.size > MOST_REFUSED)
    return;
  const calls = [...turn.openToolCalls].flatMap((id) => session.toolCalls.get(id) ?? []);
  const refused = calls.filter((call) => refusalOf(call, version) !== undefined);
  const mayBeAnother = calls.some((call) => !refused.includes(call) && mayUse(call, step));
  const call = mayBeAnother ? undefined : refused.find((each) => isFor(each, step));
  const refusal = call && refusalOf(call, version);
  if (call === undefined || refusal === undefined) return;
  const what = quoted(params?.['path'] ?? params?.['command']);
  report('used', {
    data: { id: quoted(call.id), outcome: refusal.outcome, method, what },
    ...placeOf(step, call, refusal.permission),
    ...refusal.verdicts,
  });
}

/** Calls of these kinds neither write files nor start commands. */
const LOOKS: ReadonlySet<string | undefined> = new Set(['read', 'search', 'fetch', 'think', 'switch_mode']);

/** Whether the agent may do this for an open call that nobody refused. */
function mayUse({ kind, locations }: ToolCall, { params, method }: Step): boolean {
  if (LOOKS.has(kind)) return false;
  const paths = objectsOf(locations).map(({ path }) => path);
  return method !== 'fs/write_text_file' || paths.length === 0 || paths.includes(params?.['path'] ?? null);
}

/** With more open calls than this in a turn, refusals are not checked. */
const MOST_REFUSED = 20;

/** Whether the request does what the call was meant to do. */
function isFor({ permission, rawInput, kind }: ToolCall, { params, method }: Step): boolean {
  if (method === 'fs/write_text_file') return permission?.paths?.includes(textOf(params?.['path']) ?? '') === true;
  if (kind !== 'execute') return false;
  const command = [params?.['command'], ...listOf(params?.['args'])].flatMap((word) => textOf(word) ?? []).join(' ');
  return command !== '' && JSON.stringify(rawInput ?? null).includes(JSON.stringify(command).slice(1, -1));
}

function placeOf({ sessionId = '' }: Step, call: ToolCall, permission: AskedPermission): ReportDetails {
  return { evidence: [call, permission], once: `${sessionId} ${call.id} ${permission.seq}` };
}

const REFUSED = /reject|den(y|ied)|declin|refus|not (allowed|permitted|approved|executed|run)|cancel|abort|skipped/i;

/** Some agents report a refused call as completed, with the reason as its content. */
function saysItWasRefused(patch: JsonObject): boolean {
  return objectsOf(patch['content']).some(({ content }) =>
    REFUSED.test(textOf(objectsOf([content ?? null])[0]?.['text']) ?? ''),
  );
}

/** An outcome that is not an approval: its words for a message, and how bad it is to run the call anyway. */
interface Refusal {
  readonly permission: AskedPermission;
  readonly outcome: string;
  readonly verdicts: Pick<ReportDetails, 'severity' | 'dialects'>;
}

function refusalOf({ permission }: ToolCall, version: 1 | 2): Refusal | undefined {
  if (permission === undefined) return undefined;
  const { outcome, unknown } = permission;
  if (outcome === 'rejected') return { permission, outcome: 'rejected', verdicts: {} };
  if (outcome === 'cancelled') return { permission, outcome: 'answered "cancelled"', verdicts: V2B_ONLY };
  // v1 does not define what an unknown outcome means; the answer itself was reported
  if (outcome === 'approved' || version === 1) return undefined;
  if (unknown === 'outcome')
    return { permission, outcome: 'answered with an unknown outcome', verdicts: { severity: 'error' } };
  return unknown === 'option'
    ? { permission, outcome: 'answered with an option that was not offered', verdicts: V2B_ONLY }
    : undefined;
}

/** Only the November draft of v2 says MUST. */
const V2B_ONLY = { dialects: { v2a: 'warning', v2b: 'error' } } as const;
