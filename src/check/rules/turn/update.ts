import type { Session } from '../../../model/state/session.js';
import type { TurnSummary } from '../../../model/state/turn.js';
import type { Context } from '../../engine/context.js';
import { openTurn } from '../../../model/turns/turn-beginning.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { hasContent, madeBy } from '../session/new-session.js';

/** The updates of v1 that belong to a turn. */
const KINDS = ['agent_message_chunk', 'agent_thought_chunk', 'tool_call', 'tool_call_update', 'plan'] as const;

const TURN_UPDATES = KINDS.map((kind) => `update:${kind} if resting` as const);

/** The session of an agent's update, if it is open, has no open prompt, and nothing is being replayed. */
function sessionAtRest({ step }: Pick<Context, 'step'>): Session | undefined {
  const { sender, session, isHistory } = step;
  if (sender !== 'agent' || session === undefined || isHistory) return undefined;
  return session.state === 'active' && session.open.length === 0 ? session : undefined;
}

const LATE_MESSAGES = {
  late: '{kind} came after turn {turn} was answered (frame {frame})',
  early:
    '{kind} came after all turns were answered: turn {turn} was answered (frame {frame}) while turn {other} was open, before its own work',
  call: 'an update of tool call {id} came in a later turn, after its own turn {turn} was answered (frame {frame})',
} as const;

export const updateAfterResponse = defineRule({
  id: 'turn/update-after-response',
  severity: 'warning',
  versions: ['v1'],
  fault: 'agent',
  summary: 'The agent should report everything that happens in a turn before it answers the prompt.',
  explanation:
    'The answer to session/prompt ends the turn. The client stops the spinner, stores the message, and drops a ' +
    'later update or shows it under the next prompt. Finish background work and send every update before you answer. ' +
    'Answer a queued prompt when its own work is done, not when it is queued.\n\n' +
    'An error after a cancelled turn, where the specification says so explicitly. Only an info for a tool call of a ' +
    'cancelled or failed turn that is updated during the next turn. Reported once per turn. Not reported: commands, ' +
    'modes, options, titles, usage, notices and compaction; replayed history.',
  spec: 'v1/prompt-turn#4-check-for-completion',
  messages: LATE_MESSAGES,
  on: [...TURN_UPDATES, 'update:tool_call_update'],
  inspect(context) {
    const { step, connection, report } = context;
    const { session, updateKind = '' } = step;
    if (session !== undefined && session.open.length > 0) {
      judgeLateCall(context);
      return;
    }
    const last = sessionAtRest(context)?.closedTurns.at(-1);
    // if two prompts have the same id, nobody can tell which of them was answered
    if (session === undefined || last === undefined || last.sharesId) return;
    // a later update may belong to the restored session, or to a prompt in a gap of the recording
    if ((session.restored?.seq ?? -1) > last.end.seq || (connection.gap?.seq ?? -1) > last.end.seq) return;
    const early = answeredEarly(session, last);
    if (early !== undefined) {
      report('early', {
        data: { kind: updateKind, turn: early.number, frame: early.end.seq, other: last.number },
        evidence: [early.first, early.end, last.end],
        once: `${session.id} ${early.number}`,
        turn: early.number,
      });
      return;
    }
    report('late', {
      data: { kind: updateKind, turn: last.number, frame: last.end.seq },
      evidence: [last.cancel, last.end],
      severity: last.cancel === undefined ? 'warning' : 'error',
      once: `${session.id} ${last.number}`,
      turn: last.number,
    });
  },
});

/** A prompt that waited behind the turn that ended last, and was answered before that: what comes now is its work. */
function answeredEarly({ closedTurns }: Session, last: TurnSummary): TurnSummary | undefined {
  return closedTurns.findLast(
    ({ number, first, end, how }) =>
      number > last.number && first.seq < last.end.seq && end.seq < last.end.seq && how === 'stop',
  );
}

/** The next turn is open, so only a tool call of the old turn shows that an update is late. */
function judgeLateCall({ step, report }: Context<typeof LATE_MESSAGES>): void {
  const { session, updateKind, update, isHistory } = step;
  if (session === undefined || updateKind !== 'tool_call_update' || isHistory) return;
  const id = update?.['toolCallId'];
  const call = typeof id === 'string' ? session.toolCalls.get(id) : undefined;
  if (call?.turn === undefined || openTurn(session, call.turn) !== undefined) return;
  const ended = session.closedTurns.findLast(({ number }) => number === call.turn);
  // a finished call is tool-call/update-after-terminal; a call left open by a turn that ended on its own was reported
  // at that end: tool-call/nonterminal-at-turn-end
  if (ended === undefined || call.finished !== undefined) return;
  if (ended.how === 'stop' && ended.stopReason !== 'cancelled' && ended.cancel === undefined) return;
  const data = { id: quoted(call.id), turn: ended.number, frame: ended.end.seq };
  report('call', { data, severity: 'info', evidence: [call, ended.end], once: `${session.id} ${call.id} ${call.seq}` });
}

const OUTSIDE_MESSAGES = {
  outside: '{kind} came in session {id} before the first prompt since the session was opened',
} as const;

export const updateOutsideTurn = defineRule({
  id: 'turn/update-outside-turn',
  severity: 'warning',
  versions: ['v1'],
  fault: 'agent',
  summary: 'In v1 messages, tool calls and plans should come only during a turn.',
  explanation:
    'v1 has no way to tell a client that the agent is working without a prompt. A greeting or an early tool call ' +
    'has no turn in which the client could show it, and is often dropped. Say it in the first turn, or as a notice.\n\n' +
    'Reported once per session. Not reported: commands, modes, options, titles, usage and notices; history replayed ' +
    'by session/load or session/fork.',
  spec: 'v1/prompt-turn#the-prompt-turn-lifecycle',
  needsHistory: true,
  messages: OUTSIDE_MESSAGES,
  on: [...TURN_UPDATES, 'response:session/new'],
  inspect(context) {
    const { step, connection, report } = context;
    if (step.message.kind === 'response') {
      judgeEarly(context);
      return;
    }
    const session = sessionAtRest(context);
    if (session === undefined || connection.gap !== undefined) return;
    const { id, origin, restored, closedTurns } = session;
    if ((origin !== 'new' && origin !== 'resume') || restored?.method === 'session/load') return;
    const since = restored ?? session;
    if ((closedTurns.at(-1)?.end.seq ?? -1) > since.seq) return;
    const data = { kind: step.updateKind ?? '', id: quoted(id) };
    report('outside', { data, once: `${id} ${since.seq}`, evidence: [session.opened] });
  },
});

/** Judges content that came before the answer that creates its session. */
function judgeEarly({ step, connection, report }: Context<typeof OUTSIDE_MESSAGES>): void {
  const made = connection.sessions.get(madeBy(step) ?? '');
  if (step.sender !== 'agent' || made?.state !== 'early' || !hasContent(made)) return;
  const { id, seq, at, messages } = made;
  const kind = messages.lastIds.size > 0 ? 'a message' : 'a tool call or plan';
  const place = { at: { seq, at }, sessionId: id, turn: undefined, evidence: [step] };
  report('outside', { data: { kind, id: quoted(id) }, once: `${id} early`, ...place });
}
