import { objectOf, textOf } from '../../../model/json-access.js';
import type { Session } from '../../../model/state/session.js';
import type { Step } from '../../../model/state/step.js';
import { isFinal } from '../../../model/tools/tool-calls.js';
import { textKey } from '../../../model/turns/prompts.js';
import { backgroundKey, isWorking } from '../../../model/turns/work.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';
import { PROMISED } from './answered-prompt.js';
import { OUTPUT } from './new-work.js';

export const replayAfterResumeResponse = defineRule({
  id: 'v2/replay-after-resume-response',
  severity: 'error',
  versions: ['v2'],
  fault: 'agent',
  summary: 'The answer to session/resume must come after the last update of the replay.',
  explanation:
    'The answer tells the client that the history is complete. A later user message looks as if somebody is sending ' +
    'it right now. Finish sending every update before you answer.\n\n' +
    'Only a warning for output of the agent, which may come from work that no running began. Reported once per ' +
    'resume. Not reported: updates after a prompt, running or requires_action; calls that were not finished or are ' +
    'in the background list; commands, options, titles, usage and notices.',
  spec: 'v2/session-setup#resuming-sessions',
  messages: { late: '{kind} came after session/resume was answered (frame {frame}), but nothing had asked for it' },
  on: [...OUTPUT, 'update:user_message', 'update:user_message_chunk'],
  inspect({ step, report }) {
    const { sender, session, updateKind = '' } = step;
    const restored = session?.restored;
    if (sender !== 'agent' || session === undefined || restored?.replays !== true) return;
    if (restored.method !== 'session/resume' || restored.settled !== undefined) return;
    if (session.replay !== undefined || session.state !== 'active' || isKnown(session, step)) return;
    const data = { kind: updateKind, frame: restored.seq };
    const once = `${session.id} ${restored.seq}`;
    if (updateKind.startsWith('user_message')) {
      report('late', { data, evidence: [restored], once: `${once} user`, turn: undefined });
    } else if (restored.late === undefined) {
      report('late', { data, evidence: [restored], once, turn: undefined, severity: 'warning' });
    }
  },
});

/** Whether an update is about something that came live, or that was not finished. */
function isKnown({ messages, toolCalls, plans, foreground }: Session, { update = {}, updateKind = '' }: Step): boolean {
  const toolCallId = textOf(update['toolCallId']);
  if (toolCallId !== undefined) {
    const call = toolCalls.get(toolCallId);
    const isListed = foreground.background?.has(backgroundKey({ type: 'tool_call', toolCallId })) === true;
    return isListed || (call !== undefined && (!call.isHistory || !isFinal(call.status)));
  }
  if (updateKind === 'plan_update') {
    return plans.has(textOf(objectOf(update['plan'])?.['planId']) ?? '');
  }
  return messages.known.get(`${kindOf(updateKind)} ${textOf(update['messageId']) ?? ''}`)?.isHistory === false;
}

/** Whose message an update belongs to, in the words of the model. */
function kindOf(updateKind: string): string {
  if (updateKind.startsWith('user_')) return 'user';
  return updateKind.startsWith('agent_thought') ? 'thought' : 'agent';
}

export const replayMessageIdChanged = defineRule({
  id: 'v2/replay-message-id-changed',
  severity: 'error',
  versions: ['v2'],
  fault: 'agent',
  summary: 'A user message must be replayed with its original messageId.',
  explanation:
    'A client that still has the conversation recognizes the message by its id. With a new id the message appears ' +
    'twice, and references to the old id lead nowhere. Store the id with the message.\n\n' +
    'Only a warning if the message had an id but the result of its prompt did not. Only a warning if the session is ' +
    'older than this connection, because the same text may have been sent before. Not reported: messages that are ' +
    'not replayed at all, which is legal, or are replayed with another text.',
  spec: 'v2/prompt-lifecycle#2-prompt-accepted',
  messages: {
    changed: 'the prompt with this text got messageId {expected} (frame {frame}), but is replayed with {found}',
  },
  on: ['response:session/resume'],
  inspect({ step, knows, report }) {
    const { session, error } = step;
    const replay = session?.replay;
    if (step.sender !== 'agent' || session === undefined || replay === undefined || error !== undefined) return;
    const replayed = new Set(replay.userTexts.keys());
    for (const [id, text] of replay.userTexts) {
      const told = session.promptIds.get(textKey(text));
      // if the original id is replayed too, this is another message with the same text
      if (told === undefined || [...told.ids].some((one) => replayed.has(one))) continue;
      const expected = enumerated([...told.ids].slice(0, 3).map(quoted));
      const data = { expected, frame: told.seq, found: quoted(id) };
      const isCertain = told.isPromised && knows(session);
      report('changed', {
        data,
        at: text,
        evidence: [told],
        turn: undefined,
        ...(isCertain ? { dialects: PROMISED } : { severity: 'warning' }),
      });
    }
  },
});

export const replayChunkWithoutReset = defineRule({
  id: 'v2/replay-chunk-without-reset',
  severity: 'warning',
  versions: ['v2'],
  fault: 'agent',
  summary: 'A message that is replayed in chunks should be cleared first.',
  explanation:
    'Chunks are appended, so a client that still has the message shows its text twice. Send the message with ' +
    'content [] before its first chunk, or replay it as a whole.\n\n' +
    'An error if this connection shows that the message already had content. One severity lower in the August draft ' +
    'of v2, which does not mention this. Reported once per resume. Not reported: chunks of work that goes on during ' +
    'the resume.',
  spec: 'v2/session-setup#resuming-sessions',
  messages: {
    uncleared: '{kind} begins message {id} without clearing it, but the client may still have it',
    twice: '{kind} is appended to message {id}, which already had content (frame {frame}) and was not cleared',
  },
  on: ['update:user_message_chunk', 'update:agent_message_chunk', 'update:agent_thought_chunk'],
  inspect({ step, report }) {
    const { sender, session, update, updateKind = '', isHistory } = step;
    const replay = session?.replay;
    const id = textOf(update?.['messageId']);
    if (sender !== 'agent' || session === undefined || replay?.replays !== true || !isHistory) return;
    if (id === undefined || replay.duringWork || isWorking({ ...session.foreground, state: stateOf(replay.state) }))
      return;
    const name = `${kindOf(updateKind)} ${id}`;
    if (replay.messages.has(name)) return;
    const known = session.messages.known.get(name);
    const once = `${session.id} ${replay.seq}`;
    if (known?.hasContent === true && known.seq < replay.seq) {
      const data = { kind: updateKind, id: quoted(id), frame: known.seq };
      const evidence = [{ seq: known.seq, at: step.at }];
      report('twice', { data, evidence, dialects: { v2a: 'warning', v2b: 'error' }, once: `${once} twice` });
    } else {
      const data = { kind: updateKind, id: quoted(id) };
      report('uncleared', { data, dialects: { v2a: 'info', v2b: 'warning' }, once });
    }
  },
});

function stateOf(state: string | undefined) {
  return state === 'running' || state === 'requires_action' ? state : 'unknown';
}

const REPLAY_MESSAGES = {
  missing: 'session {id} was resumed with replayFrom "start", but nothing of its conversation was replayed',
} as const;

export const replayMissing = defineRule({
  id: 'v2/replay-missing',
  severity: 'info',
  versions: ['v2'],
  fault: 'agent',
  summary: 'session/resume with replayFrom "start" should replay the conversation.',
  explanation:
    'The client shows what the agent replays. Without a replay the user sees an empty conversation that continues ' +
    'in the middle. Replay the history before you answer.\n\n' +
    'Only an info, because the agent can replay only what it kept, which may be nothing. Reported at the answer, ' +
    'once no more history can come. Not reported: sessions that never had a prompt; history that comes late ' +
    '(v2/replay-after-resume-response).',
  spec: 'v2/session-setup#resuming-sessions',
  messages: REPLAY_MESSAGES,
  on: ['request:session/prompt', 'request:session/close', 'request:session/resume', 'end'],
  inspect(context) {
    const { isEnd, connection } = context;
    if (connection.gap !== undefined) return;
    if (isEnd) for (const session of connection.sessions.values()) judgeReplay(context, session);
    else if (context.step.session !== undefined && !context.step.isHistory) judgeReplay(context, context.step.session);
  },
});

function judgeReplay({ report, knows }: Context<typeof REPLAY_MESSAGES>, session: Session): void {
  const { id, restored, turns } = session;
  if (restored?.method !== 'session/resume' || restored.cursor !== 'start' || restored.contents > 0) return;
  if (knows(session) && turns === 0) return;
  report('missing', {
    data: { id: quoted(id) },
    at: restored,
    once: `${id} ${restored.seq}`,
    sessionId: id,
    turn: undefined,
  });
}

export const replayCursorAccepted = defineRule({
  id: 'v2/replay-cursor-accepted',
  severity: 'warning',
  versions: ['v2'],
  fault: 'agent',
  summary: 'An unknown replayFrom should be refused with error -32602.',
  explanation:
    'The client asked for the history from a certain point, and appends what it gets to what it has. If the agent ' +
    'replays from another point or not at all, parts of the conversation are missing or appear twice. Refuse ' +
    'anything but "start" with -32602; the client can then ask for something else.\n\n' +
    'Not reported: values that begin with an underscore, which the agent may know.',
  spec: 'v2/session-setup#resuming-sessions',
  messages: {
    accepted: 'the agent accepted session/resume with replayFrom {found}; the protocol defines only "start"',
  },
  on: ['response:session/resume'],
  inspect({ step, report }) {
    const { sender, exchange, error, params } = step;
    const cursor = textOf(objectOf(params?.['replayFrom'])?.['type']);
    if (sender !== 'agent' || exchange === undefined || error !== undefined || cursor === undefined) return;
    if (cursor === 'start' || cursor.startsWith('_')) return;
    report('accepted', { data: { found: quoted(cursor) }, evidence: [exchange] });
  },
});
