import { objectOf, textOf } from '../../../model/json-access.js';
import type { PromptV2, ToldText } from '../../../model/state/session-prompt.js';
import type { Session } from '../../../model/state/session.js';
import { lacksEcho, saysTheSame, strayEcho, toldText } from '../../../model/turns/prompts.js';
import { isWorking } from '../../../model/turns/work.js';
import { isBrokenWithin } from '../../engine/claims.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { endedOf, severityOf } from '../eos/ending.js';
import { PROMISED } from './answered-prompt.js';

/** How long an agent may take to report a message that it has inserted. */
const ECHO_MS = 1_000;

const MISSING_MESSAGES = {
  work: 'the prompt was accepted (frame {frame}), but no user_message{which} came before its work ended',
  end: 'the prompt was accepted (frame {frame}), but no user_message{which} ever came',
} as const;

export const userMessageIdMismatch = defineRule({
  id: 'v2/user-message-id-mismatch',
  severity: 'error',
  versions: ['v2'],
  fault: 'agent',
  summary: 'The message of a prompt must have the messageId from the result of the prompt.',
  explanation:
    'The client waits for the message with that id to put the prompt in its place. It shows a message with another ' +
    'id as a second message, written by somebody else. Create the id once and use it for both.\n\n' +
    'Reported at that message, but only when the work on the prompt or the recording ends: until then the right ' +
    'message may still come. Not reported: messages with another text, which other clients or the agent itself may ' +
    'have written (if there is no other message: v2/user-message-missing).',
  spec: 'v2/prompt-lifecycle#2-prompt-accepted',
  messages: {
    other: 'the result of the prompt (frame {frame}) named messageId {promised}, but its message has {found}',
  },
  on: ['turn-end', 'end'],
  inspect(context) {
    const { report } = context;
    for (const { session, prompt } of withoutEcho(context)) {
      const echo = strayEcho(session, prompt);
      if (echo === undefined || prompt.messageId === undefined) continue;
      const { messageId: promised, answered, seq } = prompt;
      report('other', {
        data: { promised: quoted(promised), frame: answered?.seq ?? seq, found: quoted(echo.messageId) },
        evidence: [prompt, answered, echo],
        once: `${session.id} ${seq}`,
        dialects: PROMISED,
        at: echo,
        sessionId: session.id,
      });
    }
  },
});

export const userMessageMissing = defineRule({
  id: 'v2/user-message-missing',
  severity: 'error',
  versions: ['v2'],
  fault: 'agent',
  summary: 'Every accepted prompt must be reported as a user_message or in user_message_chunks.',
  explanation:
    'The message marks the place of the prompt in the conversation, and it is the only way other clients learn ' +
    'about it. Without it the sending client shows the prompt in the wrong place or not at all. Send user_message ' +
    'with the id from the result, even for commands that the agent handles itself.\n\n' +
    'Reported when the work on the prompt ends. Only a warning if that work may have begun before the agent read ' +
    'the prompt. Not reported: prompts that wait in a queue; prompts accepted in the last second of the connection.',
  spec: 'v2/prompt-lifecycle#2-prompt-accepted',
  messages: MISSING_MESSAGES,
  on: ['turn-end', 'end'],
  inspect(context) {
    const { connection, report, isEnd } = context;
    for (const { session, prompt, raced } of withoutEcho(context)) {
      const { messageId, answered = prompt, seq } = prompt;
      if (messageId !== undefined && strayEcho(session, prompt) !== undefined) continue;
      const which = messageId === undefined ? '' : ` with messageId ${quoted(messageId)}`;
      const details = {
        data: { frame: answered.seq, which },
        evidence: [prompt, answered],
        once: `${session.id} ${seq}`,
      };
      if (!isEnd) {
        report('work', { ...details, raced });
        continue;
      }
      const ended = endedOf(connection);
      const severity = severityOf(context, ended, { since: answered, on: 'agent', patienceMs: ECHO_MS });
      report('end', { ...details, severity, at: answered, sessionId: session.id });
    }
  },
});

interface Unechoed {
  readonly session: Session;
  readonly prompt: PromptV2;
  /** The work may have begun before the agent read the prompt. */
  readonly raced: boolean;
}

/** The prompts whose message should have come by now. */
function withoutEcho(context: Context): Unechoed[] {
  const { connection, thresholds } = context;
  if (context.isEnd) return [...connection.sessions.values()].flatMap(leftWithoutEcho);
  const { step } = context;
  if (step.version !== 2) return [];
  const { session, turn } = context.turnEnd;
  return session.prompts.flatMap((prompt) => {
    if (!lacksEcho(prompt, turn)) return [];
    const { answered = prompt, at } = prompt;
    const isUnproven = answered.seq > turn.seq && turn.at - at <= thresholds.raceWindow;
    return [{ session, prompt, raced: step.line.timed && isUnproven && step.at - answered.at < ECHO_MS }];
  });
}

/** Prompts left without their message at the end. Those without any work are eos/foreground-never-idle. */
function leftWithoutEcho(session: Session): Unechoed[] {
  if (isWorking(session.foreground)) return [];
  const left = session.prompts.filter(
    ({ answer, echo, worked, repeats }) =>
      answer === 'accepted' && echo === undefined && worked && repeats === undefined,
  );
  return left.map((prompt) => ({ session, prompt, raced: false }));
}

export const userMessageAltered = defineRule({
  id: 'v2/user-message-altered',
  severity: 'info',
  versions: ['v2'],
  fault: 'agent',
  summary: 'The message that reports a prompt should have the text of the prompt.',
  explanation:
    'The agent owns the conversation and may change what it inserts. The user then sees a different text than the ' +
    'one they typed. Check that this is intended: common accidents are double escaping, context wrapped around the ' +
    'text, and truncation.\n\n' +
    'Only the texts are compared. Not reported: slash commands, which may be expanded; prompts without text.',
  spec: 'v2/prompt-lifecycle#2-prompt-accepted',
  messages: {
    altered: 'the text of the message ({found} characters) differs from that of the prompt ({expected} characters)',
  },
  on: ['update:user_message', 'response:session/prompt', 'turn-end'],
  inspect(context) {
    const { step, shapes, report } = context;
    const { session } = step;
    if (session === undefined || step.version !== 2 || step.isHistory || isBrokenWithin(shapes)) return;
    for (const [prompt, said] of certainEchoes(context, session)) {
      const { digest, seq } = prompt;
      // a message without text was broken, or holds another kind of content
      if (said.length === 0 || digest.textLength === 0 || digest.command !== undefined || saysTheSame(prompt, said))
        continue;
      const data = { found: said.length, expected: digest.textLength };
      report('altered', { data, at: said, evidence: [prompt], once: `${session.id} ${seq}` });
    }
  },
});

/** Prompts with their messages, if they certainly belong together and the message is complete. */
function certainEchoes({ step }: Context, session: Session): [PromptV2, ToldText][] {
  const { prompts } = session;
  const { update, exchange, result, error } = step;
  if (exchange !== undefined) {
    const prompt = prompts.find(({ key }) => key === exchange.key);
    if (prompt?.echo?.isWhole !== true || error !== undefined) return [];
    const id = textOf(objectOf(result)?.['messageId']);
    const isNamed = id === undefined ? isAlone(session) : prompt.echo.messageId === id;
    return isNamed ? [[prompt, prompt.echo]] : [];
  }
  if (step.updateKind === 'user_message') {
    const id = textOf(update?.['messageId']);
    if (!Array.isArray(update?.['content']) || id === undefined) return [];
    const promised = prompts.find(({ messageId, echo }) => messageId === id && echo === undefined);
    const only = prompts.find(({ answer, messageId }) => answer === 'accepted' && messageId === undefined);
    const isNew = !session.messages.known.has(`user ${id}`);
    const prompt = promised ?? (isAlone(session) && isNew && only?.echo === undefined ? only : undefined);
    return prompt === undefined ? [] : [[prompt, toldText(step, update)]];
  }
  return prompts.flatMap((prompt): [PromptV2, ToldText][] => {
    const { answer, echo, messageId } = prompt;
    const isNamed = messageId === undefined ? isAlone(session) : echo?.messageId === messageId;
    return answer === 'accepted' && echo !== undefined && isNamed ? [[prompt, echo]] : [];
  });
}

/** Whether only one prompt is open, so that a message can only belong to it. */
function isAlone({ prompts, strays }: Session): boolean {
  return prompts.length === 1 && strays.size === 0;
}
