import type { Session } from '../../../model/state/session.js';
import type { Volume, VolumeOf } from '../../../model/state/volume.js';
import type { Context } from '../../engine/context.js';
import { defineRule, type Condition } from '../../engine/rule.js';
import { counted, quoted, sized } from '../../engine/wording.js';

/** Sending this many times as much as is new is too much. */
const TIMES = 10;

/** The moments at which everything was sent, as far as is known. */
const ON = ['turn-end', 'end', 'now', 'cut'] as const satisfies readonly Condition[];

const WHEN =
  'Reported if at least 1 MB was sent and at most a tenth of it was new. The report comes once, with the final ' +
  'figures, when the turn or the recording ends. Only the bytes of texts count, not the JSON around them. ' +
  'turntable stats --traffic shows how much was sent of everything.';

export const repeatedToolOutput = defineRule({
  id: 'volume/repeated-tool-output',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'Updates of a tool call should not repeat its output again and again.',
  explanation:
    'An update replaces the content of its tool call. If an agent sends all output so far with each new line, the ' +
    'amount grows with the square of the output: 890 MB for a command that printed 280 kB ' +
    '(xenodium/agent-shell#342). Clients become slow, or run out of memory. Send updates a few times a second at most, and only the end of a long output. Or run the ' +
    'command in a terminal of the client, and in v2 send tool_call_content_chunk.\n\n' +
    WHEN,
  spec: 'v1/tool-calls#updating',
  messages: {
    repeated:
      '{frames} of tool call {what} sent {sent}, of which {fresh} was new ({times}x); send output less often, or only its end',
  },
  on: ON,
  inspect(context) {
    for (const { session, part, data } of repeatedParts(context, 'tool-call')) {
      const call = session.toolCalls.get(part.id ?? '');
      const what = quoted(call?.title ?? part.id);
      context.report('repeated', { ...placeOf(session, part), turn: call?.turn, data: { ...data, what } });
    }
  },
});

export const repeatedMessage = defineRule({
  id: 'volume/repeated-message',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'Chunks of a message should hold only what is new.',
  explanation:
    'A client adds each chunk to the message. If an agent sends the whole text so far in each chunk, the message ' +
    'appears many times over, and the amount grows with the square of its length. Send only the text since the last ' +
    'chunk. In v2, ' +
    'agent_message replaces a whole message: send it at the end, not with each word.\n\n' +
    WHEN,
  spec: 'v1/prompt-turn#3-agent-reports-output',
  messages: {
    repeated: '{frames} of a message sent {sent}, of which {fresh} was new ({times}x); send only what is new',
  },
  on: ON,
  inspect(context) {
    for (const { session, part, data } of repeatedParts(context, 'message')) {
      context.report('repeated', { ...placeOf(session, part), data });
    }
  },
});

export const repeatedTerminalOutput = defineRule({
  id: 'volume/repeated-terminal-output',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The output of a terminal should not be asked for, or sent, again and again.',
  explanation:
    'Each answer to terminal/output holds all output that the client has kept. If an agent asks many times a second, ' +
    'the amount that the client sends grows with the square of the output. Wait with terminal/wait_for_exit, ask rarely, and set outputByteLimit. ' +
    'In v2, where the agent sends the output, use terminal_output_chunk.\n\n' +
    WHEN,
  spec: 'v1/terminals#getting-output',
  messages: {
    repeated:
      '{frames} with the output of terminal {what} sent {sent}, of which {fresh} was new ({times}x); ask for it less often, or send only what is new',
  },
  on: ON,
  inspect(context) {
    for (const { session, part, data } of repeatedParts(context, 'terminal')) {
      context.report('repeated', { ...placeOf(session, part), data: { ...data, what: quoted(part.id) } });
    }
  },
});

interface Repeated {
  readonly session: Session;
  readonly part: Volume;
  readonly data: Readonly<Record<'frames' | 'sent' | 'fresh' | 'times', string | number>>;
}

/** The parts that were sent many times over, in the session whose turn ends, or in all sessions. */
function* repeatedParts<M extends Record<'repeated', string>>(
  { connection, step, thresholds: { repeatedBytes } }: Context<M>,
  of: VolumeOf,
): Generator<Repeated> {
  const sessions = step.session === undefined ? connection.sessions.values() : [step.session];
  for (const session of sessions) {
    if (session.volume.sentBytes < repeatedBytes) continue;
    for (const part of session.volume.parts.values()) {
      const { sentBytes, newBytes, frames } = part;
      if (part.of !== of || sentBytes < repeatedBytes || sentBytes < newBytes * TIMES) continue;
      const times = Math.round(sentBytes / Math.max(1, newBytes));
      const data = { frames: counted(frames, 'frame'), sent: sized(sentBytes), fresh: sized(newBytes), times };
      yield { session, part, data };
    }
  }
}

function placeOf({ id }: Session, part: Volume) {
  return { at: part.last, evidence: [part], once: `${id} ${part.of} ${part.seq}`, sessionId: id };
}
