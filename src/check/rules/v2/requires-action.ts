import { objectOf, textOf } from '../../../model/json-access.js';
import { openTurn } from '../../../model/turns/turn-beginning.js';
import type { Connection } from '../../../model/state/connection.js';
import type { Exchange } from '../../../model/state/exchange.js';
import type { Moment } from '../../../model/state/moment.js';
import type { Session } from '../../../model/state/session.js';
import type { Step } from '../../../model/state/step.js';
import { toolCallOf } from '../../../model/tools/asked-call.js';
import { backgroundKey } from '../../../model/turns/work.js';
import { defineRule } from '../../engine/rule.js';
import { lasting } from '../../engine/wording.js';
import { OUTPUT } from './new-work.js';

/** Work that waits for the user longer than this is blocked. */
const BLOCKED_MS = 2_000;

export const requiresActionMissing = defineRule({
  id: 'v2/requires-action-missing',
  severity: 'warning',
  versions: ['v2'],
  fault: 'agent',
  summary: 'While work waits for the user, the agent should report "requires_action".',
  explanation:
    'Without it the client shows a session at work, although it is waiting for a click. With requires_action the ' +
    'client can alert a user who is looking elsewhere. Send it when no work can go on without the user, and running ' +
    'when it goes on.\n\n' +
    "Reported at the user's answer, once per piece of work. Not reported: questions that were answered within two " +
    'seconds or withdrawn; work that reported progress in the meantime; requests of background work.',
  spec: 'v2/prompt-lifecycle#5-tool-invocation-and-status-reporting',
  messages: {
    running: 'the state stayed running for the {time} that {method} waited for the user; it should be requires_action',
  },
  on: ['response:session/request_permission', 'response:elicitation/create'],
  inspect({ step, hasRealTimes, report }) {
    const { sender, session, exchange, at, line } = step;
    if (sender !== 'client' || session === undefined || exchange === undefined || !hasRealTimes || !line.timed) return;
    const { foreground } = session;
    const turn = openTurn(session, exchange.turn);
    if (foreground.state !== 'running' || turn === undefined || at - exchange.at <= BLOCKED_MS) return;
    if (turn.last.seq > exchange.seq || wasWithdrawn(exchange) || isOfBackground(exchange, session)) return;
    const data = { time: lasting(at - exchange.at), method: exchange.method };
    report('running', { data, evidence: [exchange, foreground.changed], once: `${session.id} ${turn.number}` });
  },
});

function wasWithdrawn({ cancelRequested, cancelledBy }: Exchange): boolean {
  return cancelRequested !== undefined || cancelledBy !== undefined;
}

function isOfBackground({ params }: Exchange, { foreground }: Session): boolean {
  const asked = objectOf(params);
  const toolCallId = textOf(toolCallOf(asked)?.['toolCallId'] ?? asked?.['toolCallId']);
  if (foreground.background === undefined || toolCallId === undefined) return false;
  return foreground.background.has(backgroundKey({ type: 'tool_call', toolCallId }));
}

/** Output this soon after requires_action may be what led to it. */
const SETTLING_MS = 1_000;

export const requiresActionNotCleared = defineRule({
  id: 'v2/requires-action-not-cleared',
  severity: 'warning',
  versions: ['v2'],
  fault: 'agent',
  summary: 'When blocked work goes on, the agent should report "running" again.',
  explanation:
    'Until then the client tells the user that there is something to do, although there is nothing. Send running ' +
    'before the first output after the answer, or idle if the work ends instead.\n\n' +
    'Only a warning in the August draft of v2, an error in the November draft. Reported once per requires_action. ' +
    'Not reported: output while another question is open, or a page that the user was sent to; calls that end as ' +
    'failed or cancelled, for example after a refusal; background work.',
  spec: 'v2/prompt-lifecycle#5-tool-invocation-and-status-reporting',
  messages: { blocked: '{kind} came while the state is still requires_action, but no question is open' },
  on: OUTPUT.filter((trigger) => trigger !== 'update:plan_update'),
  inspect({ step, connection, report }) {
    const { sender, session, updateKind = '', isHistory, at } = step;
    const since = session?.foreground.changed;
    if (sender !== 'agent' || session === undefined || since === undefined || isHistory) return;
    if (session.foreground.state !== 'requires_action' || !isProgress(session, step)) return;
    if (isWaiting(connection, session)) return;
    const answer = session.lastClientAnswer;
    const isAnswered = answer !== undefined && answer.seq > since.seq;
    if (!isAnswered && at - since.at < SETTLING_MS) return;
    report('blocked', {
      data: { kind: updateKind },
      evidence: [since],
      ...(isAnswered && !followsFrom(answer, session, step) && { after: answer }),
      once: `${session.id} ${since.seq}`,
      dialects: { v2a: 'warning', v2b: 'error' },
    });
  },
});

/** Whether an update shows that the foreground work goes on. */
function isProgress({ foreground }: Session, { update = {}, updateKind = '' }: Step): boolean {
  const callId = textOf(update['toolCallId']);
  if (updateKind === 'tool_call_update') {
    const status = update['status'];
    if (status !== 'in_progress' && status !== 'completed') return false;
  }
  const id = callId ?? textOf(update['messageId']);
  const { background, workIds } = foreground;
  if (callId !== undefined && background?.has(backgroundKey({ type: 'tool_call', toolCallId: callId }))) return false;
  return id !== undefined && (workIds.has(id) || (background?.size ?? 0) === 0);
}

/** Whether the update belongs to the call that the answer allowed, which proves that the agent read the answer. */
function followsFrom(answer: Moment, { toolCalls }: Session, { update = {} }: Step): boolean {
  return toolCalls.get(textOf(update['toolCallId']) ?? '')?.permission?.seq === answer.seq;
}

/** Whether the user still has to do something: answer a question, or finish a page. */
function isWaiting(connection: Connection, { id, asked }: Session): boolean {
  if (asked.questions.size > 0) return true;
  return connection.elicitations.some(
    ({ mode, sessionId, state }) => mode === 'url' && sessionId === id && (state === 'open' || state === 'accepted'),
  );
}
