import type { Moment } from '../../../model/state/moment.js';
import type { PromptV2 } from '../../../model/state/prompt.js';
import type { Session } from '../../../model/state/session.js';
import type { Turn, TurnSummary } from '../../../model/state/turn.js';
import { isWorking } from '../../../model/turns/work.js';
import type { Context } from '../../engine/context.js';
import { defineRule, type Severity } from '../../engine/rule.js';
import { counted, enumerated, lasting } from '../../engine/wording.js';
import { endedOf, severityOf, waited, type Ended } from './ending.js';
import { isHeldByClient, lastOf } from './waiting.js';

/** So long an agent may be silent in a turn before something is wrong. */
const SILENCE_MS = 120_000;

export const turnNeverAnswered = defineRule({
  id: 'eos/turn-never-answered',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'A prompt turn ends with the response to session/prompt.',
  explanation:
    'Only the response tells the client that the turn is over. Without it the user sees the agent work for ever and ' +
    'cannot send the next prompt. Answer on every path: end, refusal, limits, cancel, and with an error where something ' +
    'was thrown. Stands for all that was open in the turn. Only info where the client left in the middle of it, unless ' +
    'the agent had been silent for two minutes; a warning where the recording does not tell who left; an error where a ' +
    'later prompt of the session was answered. Not reported: a turn that waits for an answer of the client, which is ' +
    'then what is reported, and one that was cancelled (eos/cancel-never-confirmed).',
  spec: 'v1/prompt-turn',
  messages: {
    never: 'the prompt was never answered: {how}, {silence} after the last frame of the turn{open}',
    overtaken: 'the prompt was never answered, though a later prompt of the session was{open}',
  },
  on: ['end'],
  inspect(context) {
    const { connection, report } = context;
    const ended = endedOf(connection);
    for (const session of connection.sessions.values()) {
      for (const turn of session.open) {
        if (turn.cancel !== undefined || turn.seq > ended.at.seq) continue;
        if (isHeldByClient(connection, session, turn, ended)) continue;
        const later = laterTurn(session, turn);
        const open = openOf(session, turn);
        const where = { at: turn, sessionId: session.id, turn: turn.number };
        if (later !== undefined && ended.isWhole) {
          report('overtaken', { data: { open }, ...where, evidence: [later.first, later.end] });
          continue;
        }
        const severity = severityOfWork(context, ended, session, turn);
        const last = lastOf(session, turn);
        const data = { how: ended.how, silence: lasting(waited(last, ended)), open };
        report('never', { data, severity, ...where, evidence: [last, ended.at] });
      }
    }
  },
});

/** A turn that began after another one and that the agent ended. */
function laterTurn({ closedTurns }: Session, turn: Turn): TurnSummary | undefined {
  return closedTurns.find(({ first, how }) => first.seq > turn.seq && how !== 'unanswered');
}

/** What else was open in a turn, as the end of a sentence. */
function openOf({ toolCalls }: Session, { openToolCalls }: Turn): string {
  const titles = [...openToolCalls].slice(0, 3).map((id) => toolCalls.get(id)?.title ?? id);
  if (titles.length === 0) return '';
  return `; open: ${counted(openToolCalls.size, 'tool call')} (${enumerated(titles)})`;
}

function severityOfWork(context: Context, ended: Ended, session: Session, turn: Turn): Severity {
  const wasRead = turn.firstUpdate !== undefined;
  const severity = severityOf(context, ended, { since: turn, on: 'agent', patienceMs: Infinity, wasRead });
  const isSilent = context.hasRealTimes && waited(lastOf(session, turn), ended) >= SILENCE_MS;
  return severity === 'info' && ended.by === 'client' && ended.isWhole && isSilent ? 'warning' : severity;
}

export const foregroundNeverIdle = defineRule({
  id: 'eos/foreground-never-idle',
  severity: 'error',
  versions: ['v2'],
  fault: 'agent',
  summary: 'Foreground work of v2 ends with a state_update "idle".',
  explanation:
    'In v2 the answer to a prompt says only that it was accepted; idle says that the work is over. Without it the client ' +
    'shows the session as working for ever. Send it on every path, with the reason why the work stopped. Only info where ' +
    'the client left in the middle of the work, unless the agent had been silent for two minutes. A prompt that was ' +
    'accepted and led to no state at all is an error in the newest draft only; in the older one an agent may deal with ' +
    'it without work. Not reported: work that waits for an answer of the client.',
  spec: 'v2/prompt-lifecycle#session-states',
  messages: {
    working: 'the session is still {state} at the end: {how}, {silence} after the last frame of the work{open}',
    nothing: 'the prompt was accepted, and neither running nor idle followed: {how} {after} later',
  },
  on: ['end'],
  inspect(context) {
    const { connection, report } = context;
    const ended = endedOf(connection);
    for (const session of connection.sessions.values()) {
      const { foreground, prompts } = session;
      const turn = session.open.at(-1);
      if (isWorking(foreground) && turn !== undefined) {
        if (foreground.cancelled !== undefined || isHeldByClient(connection, session, turn, ended)) continue;
        const severity = severityOfWork(context, ended, session, turn);
        const last = lastOf(session, turn);
        const open = openOf(session, turn);
        const data = { state: foreground.state, how: ended.how, silence: lasting(waited(last, ended)), open };
        const where = { at: foreground.since ?? turn, sessionId: session.id, turn: turn.number };
        report('working', { data, severity, ...where, evidence: [last, ended.at] });
        continue;
      }
      const stuck = prompts.find((prompt) => isStuck(prompt, ended));
      if (stuck === undefined || foreground.cancelled !== undefined) continue;
      const severity = severityOf(context, ended, { since: stuck, on: 'agent', patienceMs: SILENCE_MS });
      const data = { how: ended.how, after: lasting(waited(stuck, ended)) };
      const dialects = { v2a: 'info', v2b: severity } as const;
      report('nothing', { data, severity, dialects, at: stuck, sessionId: session.id, evidence: [ended.at] });
    }
  },
});

/** A prompt that was accepted and that nothing was heard of after that. */
function isStuck({ answer, worked, cancelled, seq }: PromptV2, ended: Ended): boolean {
  return answer === 'accepted' && !worked && cancelled === undefined && seq < ended.at.seq;
}

/** Whoever takes longer to confirm a cancel before the agent is ended had the time. */
const CONFIRMATION_MS = 1_000;

export const cancelNeverConfirmed = defineRule({
  id: 'eos/cancel-never-confirmed',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'A turn that is cancelled is confirmed: v1 answers the prompt with "cancelled", v2 reports idle.',
  explanation:
    'After session/cancel the client waits for the agent to say that everything has stopped; until then it cannot begin ' +
    'anew. An agent that only stops its model and forgets the prompt leaves the user with a dead session. Answer the ' +
    'prompt where the abort is caught. Only info where the connection ended within a second after the cancel. Not ' +
    'reported: a turn that waits for a permission request which the client did not answer after the cancel ' +
    '(permission/not-cancelled-after-cancel).',
  spec: 'v1/prompt-turn#cancellation',
  messages: { never: 'session/cancel was never confirmed: {how} {after} later; {expected} was expected' },
  on: ['end'],
  inspect(context) {
    const { connection, report } = context;
    const ended = endedOf(connection);
    const isV2 = connection.version === 2;
    const expected = isV2 ? 'idle with stopReason "cancelled"' : 'stopReason "cancelled"';
    for (const session of connection.sessions.values()) {
      for (const { cancel, turn } of cancelledOf(session, isV2)) {
        if (cancel.seq > ended.at.seq || isHeldByClient(connection, session, turn, ended)) continue;
        const after = waited(cancel, ended);
        const isJust = context.hasRealTimes && after > 0 && after < CONFIRMATION_MS;
        const { gap } = connection;
        const hadTime = !isJust || laterTurn(session, turn) !== undefined;
        const isSure = ended.isWhole && hadTime && (gap === undefined || gap.seq < cancel.seq);
        const severity = isSure ? 'error' : 'info';
        const data = { how: ended.how, after: lasting(after), expected };
        const where = { at: cancel, sessionId: session.id, turn: turn.number };
        report('never', { data, severity, ...where, evidence: [turn, ended.at] });
      }
    }
  },
});

/** The turns of a session that were cancelled and go on. */
function cancelledOf({ open, foreground }: Session, isV2: boolean): { cancel: Moment; turn: Turn }[] {
  if (!isV2) return open.flatMap((turn) => (turn.cancel === undefined ? [] : [{ cancel: turn.cancel, turn }]));
  const turn = open.at(-1);
  const { cancelled } = foreground;
  return turn === undefined || cancelled === undefined || !isWorking(foreground) ? [] : [{ cancel: cancelled, turn }];
}
