import { hasEnded } from '../../../model/tools/entity-cancel.js';
import { objectsOf, textOf } from '../../../model/json-access.js';
import type { Session } from '../../../model/state/session.js';
import { isFinal } from '../../../model/tools/tool-calls.js';
import type { ToolCall } from '../../../model/state/tool-call.js';
import { backgroundKey } from '../../../model/turns/work.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { counted, enumerated, lasting, quoted } from '../../engine/wording.js';
import { endedOf, waited, type Ended } from './ending.js';

const CALL_MESSAGES = {
  idle: 'the work ended with {calls} that never reached a final status',
  end: '{calls} never reached a final status: {how}',
} as const;

export const toolCallNeverFinished = defineRule({
  id: 'eos/tool-call-never-finished',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'Every tool call reaches a final status.',
  explanation:
    'A call that is neither completed nor failed is drawn as running for as long as the session is shown. Send the final ' +
    'status also where the tool threw or was refused. In v2 work may go on after idle: list its calls as background. ' +
    'Only info where the client left. Not reported: calls of a turn that was cancelled, or that is still open and ' +
    'reported itself; v1 turns that end well (tool-call/nonterminal-at-turn-end); calls of the background list, and ' +
    'those whose terminal is in it; history.',
  spec: 'v1/tool-calls#status',
  messages: CALL_MESSAGES,
  on: ['turn-end', 'end'],
  inspect(context) {
    if (!context.isEnd) {
      if (context.step.version === 2) reportAtIdle(context);
      return;
    }
    const { connection } = context;
    const ended = endedOf(connection);
    for (const session of connection.sessions.values()) reportAtEnd(context, session, ended);
  },
});

type Asked = Context<typeof CALL_MESSAGES>;

/** v2: what goes on after idle is in the background list; the older draft has none, and no such rule. */
function reportAtIdle({ turnEnd, step, hasReported, report }: Asked): void {
  const { turn, session, stopReason } = turnEnd;
  // a list that is wrong may have meant the call
  if (stopReason !== 'end_turn' || hasReported('v2/background-list')) return;
  const told = step.update?.['background'];
  const listed = Array.isArray(told)
    ? objectsOf(told).map(backgroundKey)
    : [...(session.foreground.background?.keys() ?? [])];
  const background = new Set(listed);
  const open = [...turn.openToolCalls].flatMap((id) => session.toolCalls.get(id) ?? []);
  const left = open.filter(({ id, terminals }) => {
    if (background.has(`tool_call ${id}`)) return false;
    return [...(terminals ?? [])].every((terminal) => !background.has(`terminal ${terminal}`));
  });
  if (left.length === 0) return;
  report('idle', { data: { calls: named(left) }, evidence: left, dialects: { v2a: 'off', v2b: 'warning' } });
}

function reportAtEnd({ connection, report }: Asked, session: Session, ended: Ended): void {
  const isV2 = connection.version === 2;
  const left = [...session.toolCalls.values()].filter((call) => isLeft(session, call, isV2));
  const [first] = left;
  if (first === undefined || !ended.isWhole || (connection.gap?.seq ?? -1) > first.seq) return;
  const severity = ended.by === 'client' && left.every(({ turn }) => turn === undefined) ? 'info' : 'warning';
  const data = { calls: named(left), how: ended.how };
  // in the newest draft idle was the place to say so
  const dialects = { v2a: severity, v2b: left.some(({ turn }) => turn === undefined) ? severity : 'off' } as const;
  report('end', { data, severity, dialects, at: first, evidence: [...left, ended.at], sessionId: session.id });
}

function isLeft(session: Session, { id, turn, status, firstSeenIn, isHistory }: ToolCall, isV2: boolean): boolean {
  if (isHistory || isFinal(status) || status?.startsWith('_') === true || session.replay !== undefined) return false;
  // a permission request may name a call that is announced nowhere, which has a rule of its own
  if (firstSeenIn === 'permission' && status === 'pending') return false;
  if (session.foreground.background?.has(`tool_call ${id}`) === true) return false;
  if (turn === undefined) return session.state !== 'closed';
  if (session.open.some(({ number }) => number === turn)) return false;
  const ended = session.closedTurns.find(({ number }) => number === turn);
  if (ended === undefined || ended.cancel !== undefined || ended.stopReason === 'cancelled') return false;
  return isV2 ? ended.stopReason === 'end_turn' : ended.how === 'error';
}

function named(calls: readonly ToolCall[]): string {
  const names = calls.slice(0, 3).map(({ id, title }) => quoted(title ?? id));
  const more = calls.length - names.length;
  const shown = enumerated(more > 0 ? [...names, `${more} more`] : names);
  return `${counted(calls.length, 'tool call')} (${shown})`;
}

const COMPACTION_MESSAGES = {
  turn: 'the turn ended while compaction {id} was in progress',
  end: 'compaction {id} never ended: {how}',
} as const;

export const compactionNeverFinished = defineRule({
  id: 'eos/compaction-never-finished',
  severity: 'warning',
  versions: ['v1', 'v2b'],
  fault: 'agent',
  summary: 'A compaction that is in progress ends: completed, failed or cancelled.',
  explanation:
    'The client shows it as going on until it hears of its end, and the user waits for nothing. Send the final status ' +
    'before the turn ends in which it began, "cancelled" where the turn was cancelled. Only info where the client left ' +
    'while it went on. Not reported: turns that end in an error, turns that are still open at the end, and history.',
  spec: 'https://agentclientprotocol.com/rfds/session-compaction',
  messages: COMPACTION_MESSAGES,
  on: ['turn-end', 'end'],
  inspect({ isEnd, connection, turnEnd, report }) {
    if (!isEnd) {
      const { turn, session, isError } = turnEnd;
      for (const [id, compaction] of session.compactions) {
        if (isError || compaction.status !== 'in_progress' || compaction.turn !== turn.number) continue;
        report('turn', { data: { id: quoted(id) }, evidence: [compaction] });
      }
      return;
    }
    const ended = endedOf(connection);
    for (const session of connection.sessions.values()) {
      for (const [id, compaction] of session.compactions) {
        if (compaction.status !== 'in_progress' || compaction.turn !== undefined || session.replay !== undefined)
          continue;
        const severity = ended.by === 'client' || !ended.isWhole ? 'info' : 'warning';
        const data = { id: quoted(id), how: ended.how };
        report('end', { data, severity, at: compaction, evidence: [ended.at], sessionId: session.id });
      }
    }
  },
});

export const urlElicitationNeverCompleted = defineRule({
  id: 'eos/url-elicitation-never-completed',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'An elicitation by URL that the user accepted is completed by elicitation/complete.',
  explanation:
    'The agent may leave it out, so nothing is wrong; but only it knows when the page is done, and without it the client ' +
    'shows "waiting for the browser" until the user closes it. Send elicitation/complete when the page is done.',
  spec: 'v1/elicitation#url-completion',
  messages: { never: 'elicitation {id} was accepted and never completed' },
  on: ['end'],
  inspect({ connection, report }) {
    if (!endedOf(connection).isWhole) return;
    for (const elicitation of connection.elicitations) {
      const { mode, id, state, sessionId } = elicitation;
      if (mode !== 'url' || state !== 'accepted' || id === undefined) continue;
      report('never', { data: { id: quoted(id) }, at: elicitation, sessionId });
    }
  },
});

/** So long what is cancelled by itself may take to stop. */
const STOPPING_MS = 30_000;

const ENTITY_MESSAGES = {
  late: '{name} was cancelled {after} ago and is not final yet',
  never: '{name} was cancelled and never became final: {how} {after} later',
} as const;

export const entityCancelNotFinished = defineRule({
  id: 'eos/entity-cancel-not-finished',
  severity: 'warning',
  versions: ['v2b'],
  fault: 'agent',
  summary: 'A tool call or terminal that the agent accepted to cancel reaches its end.',
  explanation:
    'The answer to tool_call/cancel and terminal/cancel says only that the agent will try. The client shows "stopping" ' +
    'until an update has a final status, or an exitStatus for a terminal. Send it also where the tool had finished ' +
    'first. Reported after half a minute, since tools may ignore signals, or at the end; info where the client left ' +
    'before that.',
  spec: 'v2/tool-calls#cancelling-tool-calls',
  messages: ENTITY_MESSAGES,
  on: ['update', 'end'],
  inspect(context) {
    const { isEnd, connection, step, report, hasRealTimes } = context;
    if (isEnd) {
      for (const session of connection.sessions.values()) reportCancels(context, session);
      return;
    }
    const { session } = step;
    if (session === undefined || !hasRealTimes || session.entityCancels.size === 0) return;
    for (const [name, accepted] of session.entityCancels) {
      const after = step.at - accepted.at;
      if (after < STOPPING_MS || hasEnded(session, name) || isAbout(step, name)) continue;
      const data = { name: nameOf(name), after: lasting(after) };
      report('late', { data, evidence: [accepted], once: `${session.id} ${name} ${accepted.seq}` });
    }
  },
});

function reportCancels({ connection, report }: Context<typeof ENTITY_MESSAGES>, session: Session): void {
  const ended = endedOf(connection);
  for (const [name, accepted] of session.entityCancels) {
    if (hasEnded(session, name) || !ended.isWhole) continue;
    const after = waited(accepted, ended);
    const severity = ended.by === 'client' && after < STOPPING_MS ? 'info' : 'warning';
    const data = { name: nameOf(name), how: ended.how, after: lasting(after) };
    const dialects = { v2a: 'off', v2b: severity } as const;
    const once = `${session.id} ${name} ${accepted.seq}`;
    report('never', { data, severity, dialects, once, at: accepted, evidence: [ended.at], sessionId: session.id });
  }
}

/** Whether an update may be the very one that ends it. */
function isAbout({ update }: Context['step'], name: string): boolean {
  const { toolCallId, terminalId } = update ?? {};
  return [`tool_call ${textOf(toolCallId) ?? ''}`, `terminal ${textOf(terminalId) ?? ''}`].includes(name);
}

function nameOf(name: string): string {
  const [kind = '', id = ''] = name.split(/ (.*)/s);
  return `${kind === 'tool_call' ? 'tool call' : kind} ${quoted(id)}`;
}
