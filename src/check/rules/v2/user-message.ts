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

/** So long an agent may take to tell of a message that it has inserted. */
const ECHO_MS = 1_000;

const MISSING_MESSAGES = {
  work: 'the prompt was accepted (frame {frame}) and no user_message{which} came before its work ended',
  end: 'the prompt was accepted (frame {frame}) and no user_message{which} ever came',
} as const;

export const userMessageIdMismatch = defineRule({
  id: 'v2/user-message-id-mismatch',
  severity: 'error',
  versions: ['v2'],
  fault: 'agent',
  summary: 'The message of a prompt comes under the messageId that the result of the prompt names.',
  explanation:
    'The client waits for the message under that id to put the prompt in its place; one under another id is shown as a ' +
    'second message, of somebody else. Make the id once and use it for both. Stands where the work on the prompt ends, ' +
    'or the recording: until then the message may still come. Not reported: messages with another text, which other ' +
    'clients or the agent itself may have written (v2/user-message-missing if there is no other).',
  spec: 'v2/prompt-lifecycle#2-prompt-accepted',
  messages: { other: 'the result of the prompt named messageId {promised} (frame {frame}); its message has {found}' },
  on: ['turn-end', 'end'],
  inspect(context) {
    const { report } = context;
    for (const { session, prompt, raced } of withoutEcho(context)) {
      const echo = strayEcho(session, prompt);
      if (echo === undefined || prompt.messageId === undefined) continue;
      const { messageId: promised, answered, seq } = prompt;
      report('other', {
        data: { promised: quoted(promised), frame: answered?.seq ?? seq, found: quoted(echo.messageId) },
        evidence: [prompt, answered, echo],
        once: `${session.id} ${seq}`,
        dialects: PROMISED,
        raced,
        ...(context.isEnd && { at: echo, sessionId: session.id }),
      });
    }
  },
});

export const userMessageMissing = defineRule({
  id: 'v2/user-message-missing',
  severity: 'error',
  versions: ['v2'],
  fault: 'agent',
  summary: 'Every prompt that is accepted is reported as a user_message or in user_message_chunks.',
  explanation:
    'The message tells where the prompt stands in the conversation, and other clients learn of it only by that: the one ' +
    'that sent it shows nothing, or in the wrong place. Send user_message under the id of the result, also for commands ' +
    'that the agent handles by itself. Stands where the work on the prompt ends. A warning where that work may have ' +
    'begun before the agent read the prompt. Not reported: prompts that wait in a queue, and those accepted within a ' +
    'second of the end.',
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

/** At the end: what nothing came of at all is what eos/foreground-never-idle tells of, as work that goes on. */
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
  summary: 'The message that reports a prompt says what the prompt said.',
  explanation:
    'The agent owns the conversation and may change what it inserts; the user then sees another text than the one typed. ' +
    'Worth a look where that is not meant: an escape too many, context put around the text, a cut. Only the texts are ' +
    'compared. Not reported: slash commands, which may be expanded, and prompts without text.',
  spec: 'v2/prompt-lifecycle#2-prompt-accepted',
  messages: { altered: 'the message has another text ({found} characters) than the prompt ({expected} characters)' },
  on: ['update:user_message', 'response:session/prompt', 'turn-end'],
  inspect(context) {
    const { step, shapes, report } = context;
    const { session } = step;
    if (session === undefined || step.version !== 2 || step.isHistory || isBrokenWithin(shapes)) return;
    for (const [prompt, said] of certainEchoes(context, session)) {
      const { digest, seq } = prompt;
      // without any text its content was broken, or of another kind
      if (said.length === 0 || digest.textLength === 0 || digest.command !== undefined || saysTheSame(prompt, said))
        continue;
      const data = { found: said.length, expected: digest.textLength };
      report('altered', { data, at: said, evidence: [prompt], once: `${session.id} ${seq}` });
    }
  },
});

/** Prompts and their messages, where it is certain that they belong together and that the message is complete. */
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

/** With one prompt on its way there is no doubt whose message it is. */
function isAlone({ prompts, strays }: Session): boolean {
  return prompts.length === 1 && strays.size === 0;
}
