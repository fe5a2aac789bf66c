import { isContent } from '../../../model/sessions/content-updates.js';
import { opensLateHistory } from '../../../model/sessions/late-history.js';
import { textOf } from '../../../model/json-access.js';
import type { Session } from '../../../model/state/session.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { counted, quoted } from '../../engine/wording.js';
import { compareDirectories } from './directories.js';

export const promptBeforeSetupDone = defineRule({
  id: 'session/prompt-before-setup-done',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'A session is prompted after the session/load or session/resume that restores it was answered.',
  explanation:
    'Until the answer the agent restores the session and replays its history. A prompt that comes meanwhile is refused ' +
    'by some agents; with others the replies mix with the history, and nobody can tell them apart. Wait for the answer. ' +
    'Only an info for session/cancel and session/close in that time.',
  spec: 'v1/session-setup#loading-a-session',
  messages: {
    prompt: 'session {id} is prompted while its {method} is unanswered (frame {frame})',
    other: '{use} for session {id} while its {method} is unanswered (frame {frame})',
  },
  on: ['request:session/prompt', 'request:session/close', 'notification:session/cancel'],
  inspect({ step, report }) {
    const { sender, session, method: use = '' } = step;
    const replay = session?.replay;
    if (sender !== 'client' || session === undefined || replay === undefined) return;
    const data = { id: quoted(session.id), method: replay.method, frame: replay.seq };
    if (use === 'session/prompt') report('prompt', { data, evidence: [replay] });
    else if (!replay.duringWork && session.open.length === 0) {
      report('other', { data: { ...data, use }, evidence: [replay], severity: 'info' });
    }
  },
});

const REPLAY_MESSAGES = {
  missing: 'session {id} was loaded and nothing of its conversation was replayed',
  lost: 'session {id} was loaded and nothing of its conversation was replayed, though it had {turns} here',
} as const;

export const loadReplayMissing = defineRule({
  id: 'session/load-replay-missing',
  severity: 'info',
  versions: ['v1'],
  fault: 'agent',
  summary: 'session/load replays the whole conversation before it is answered.',
  explanation:
    'The client shows what the agent replays: without it the user sees an empty conversation that goes on in the middle. ' +
    'Send the history as session/update, then answer; an agent that cannot do so offers session/resume instead. An error ' +
    'where this recording shows that the session had a turn, else a hint: a session without a turn has nothing to ' +
    'replay. Not reported: history that comes late (session/replay-after-load-response).',
  spec: 'v1/session-setup#loading-a-session',
  messages: REPLAY_MESSAGES,
  on: ['turn-end', 'response:session/close', 'request:session/load', 'request:session/resume', 'end'],
  inspect(context) {
    // it is judged when history cannot come any more; a hole in the recording may have swallowed it
    const { step, isEnd, connection } = context;
    if (connection.gap !== undefined) return;
    if (isEnd) for (const session of connection.sessions.values()) judgeReplay(context, session);
    else if (step.session !== undefined) judgeReplay(context, step.session);
  },
});

function judgeReplay({ report, isEnd, step }: Context<typeof REPLAY_MESSAGES>, session: Session): void {
  const { id, restored, closedTurns, open } = session;
  if (restored?.method !== 'session/load' || restored.contents > 0) return;
  // the turn that ends was going on when the session was loaded
  if (!isEnd && step.exchange?.method === 'session/prompt' && open.every(({ seq }) => seq < restored.seq)) return;
  const turns = closedTurns.filter(({ end, how, updates }) => end.seq < restored.seq && how === 'stop' && updates > 0);
  const place = { at: restored, once: `${id} ${restored.seq}`, sessionId: id, turn: undefined };
  const data = { id: quoted(id) };
  if (turns.length === 0) report('missing', { data, ...place });
  else {
    const evidence = turns.slice(-3).map(({ end }) => end);
    report('lost', { data: { ...data, turns: counted(turns.length, 'turn') }, ...place, severity: 'error', evidence });
  }
}

export const replayAfterLoadResponse = defineRule({
  id: 'session/replay-after-load-response',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'The answer to session/load comes after the last update of the history.',
  explanation:
    'The answer tells the client that the history is complete. What comes after it looks like the reply to the next ' +
    'prompt, or like work that nobody asked for. Await the sending of every update before answering. Reported once for a ' +
    'load, at the first update that is late, also where the next prompt is out already. Not reported: commands, modes, ' +
    'options, titles and usage, which may come at any time, and an echo of the new prompt.',
  spec: 'v1/session-setup#loading-a-session',
  messages: { late: 'history of session {id} goes on ({kind}) after session/load was answered (frame {frame})' },
  on: ['update if restored'],
  inspect({ step, connection, report }) {
    const { sender, session, updateKind, update } = step;
    const restored = session?.restored;
    if (sender !== 'agent' || session === undefined || restored === undefined || session.state !== 'active') return;
    if (!opensLateHistory(connection, session, updateKind, update)) return;
    const data = { id: quoted(session.id), kind: updateKind ?? '', frame: restored.seq };
    report('late', { data, evidence: [restored], once: `${session.id} ${restored.seq}`, turn: undefined });
  },
});

export const resumeReplayedHistory = defineRule({
  id: 'session/resume-replayed-history',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'session/resume restores a session without replaying its history, unless v2 asks for that with replayFrom.',
  explanation:
    'A client resumes a session because it still has the conversation: replayed messages stand there twice. Restore the ' +
    'context and answer; replay only for session/load, or in v2 where replayFrom is given. Only a warning for a plan, ' +
    'which may be meant as the current one, and an info where the session was at work, whose updates go on. Reported ' +
    'once for a resume. Not reported: states, commands, modes, options, titles and usage.',
  spec: 'v1/session-setup#resuming-a-session',
  messages: { replayed: '{kind} came between session/resume of session {id} (frame {frame}) and its answer' },
  on: ['update if restored'],
  inspect({ step, report }) {
    const { sender, session, updateKind } = step;
    const replay = session?.replay;
    if (sender !== 'agent' || session === undefined || replay === undefined || !isContent(updateKind)) return;
    if (replay.method !== 'session/resume' || replay.replays) return;
    const isPlan = updateKind === 'plan' || updateKind === 'plan_update';
    report('replayed', {
      data: { kind: updateKind ?? '', id: quoted(session.id), frame: replay.seq },
      evidence: [replay],
      severity: mayBeLive(session) ? 'info' : isPlan ? 'warning' : 'error',
      once: `${session.id} ${replay.seq}`,
      turn: undefined,
    });
  },
});

/** Whether work of the session went on when it was resumed, so that its updates may be new. */
function mayBeLive({ replay, foreground }: Session): boolean {
  if (replay?.duringWork === true || replay?.state === 'running' || replay?.state === 'requires_action') return true;
  return (foreground.background?.size ?? 0) > 0;
}

export const cwdMismatch = defineRule({
  id: 'session/cwd-mismatch',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'session/load and session/resume name the directory that the session has.',
  explanation:
    'cwd does not change after a session was made: paths of its history are meant below it. With another one the agent ' +
    'reads and writes in the wrong tree, or refuses. Keep cwd with the sessionId, or take it from session/list. Only an ' +
    'info where the two differ in case alone. Not reported: another spelling of the same directory (a slash at the end, ' +
    '. and ..). Links are not followed.',
  spec: 'v1/session-setup#working-directory',
  messages: { other: '{method} has cwd {found}; session {id} is of {expected} (frame {frame})' },
  on: ['request:session/load', 'request:session/resume'],
  inspect({ step, report }) {
    const { sender, session, params, method = '' } = step;
    const found = textOf(params?.['cwd']);
    const expected = session?.cwd;
    if (sender !== 'client' || session === undefined || found === undefined || expected === undefined) return;
    const same = compareDirectories(found, expected);
    if (same !== 'other' && same !== 'same-but-case') return;
    const since = session.opened ?? session;
    const data = { method, found: quoted(found), id: quoted(session.id), expected: quoted(expected), frame: since.seq };
    const evidence = [since];
    if (same === 'other') report('other', { data, evidence, dialects: { v2b: 'error' } });
    else report('other', { data, evidence, severity: 'info' });
  },
});
