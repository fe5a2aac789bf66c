import type { Sender, Stream } from '../../wire/frame.js';
import { readMessage } from '../../wire/message.js';
import { stepOf } from '../reading/step-of.js';
import type { Connection } from '../state/connection.js';
import type { Exchange } from '../state/exchange.js';
import type { Rhythm } from '../state/session.js';
import type { OpenSpan } from '../state/span.js';
import type { Outside, Sign, UnfinishedLine, UnfinishedSign, Wait } from '../state/wait.js';

/** A stream that nobody reads matters to its reader, and to its writer, who may have to wait for room. */
const STREAMS_AROUND: Readonly<Record<Sender, readonly Stream[]>> = {
  agent: ['client', 'agent', 'stderr'],
  client: ['agent', 'client'],
};

/** Facts that are the same for all waits. */
interface Circumstances {
  readonly outside: Outside;
  /** Whether the agent has a pending request. */
  readonly isAsked: boolean;
  readonly unfinished: Readonly<Record<Sender, Unfinished | undefined>>;
}

export function circumstancesOf(connection: Connection, outside: Outside): Circumstances {
  const isAsked = [...connection.requests.agent.pending.values()].some(({ needsNoAnswer }) => !needsNoAnswer);
  const of = (sender: Sender): Unfinished | undefined => {
    const line = outside.unfinished?.find((each) => each.sender === sender);
    return line && unfinishedOf(connection, line);
  };
  return { outside, isAsked, unfinished: { client: of('client'), agent: of('agent') } };
}

/** What else is known about a wait: about the side that has to act, and about what may block the way to it. */
export function signsOf(
  connection: Connection,
  { chain, cause }: Pick<Wait, 'chain' | 'cause'>,
  { behind, outside, isAsked, unfinished, rhythm }: Circumstances & WithinRecording,
): Sign[] {
  const { owes } = cause;
  const { gap, wires } = connection;
  const begun = unfinished[owes];
  const cancelled = chain.at(-1)?.cancelled;
  return [
    ...STREAMS_AROUND[owes].flatMap((stream) => notReading(connection, stream)),
    ...(begun === undefined ? [] : [unfinishedSign(begun, chain)]),
    ...(cancelled === undefined ? [] : [{ type: 'cancelled', at: cancelled } as const]),
    ...(behind === undefined ? [] : [{ type: 'behind', span: behind } as const]),
    ...(owes === 'agent'
      ? signsOfAgent(connection, outside, isAsked)
      : [{ type: 'last-frame', sender: owes, at: wires[owes].last } as const]),
    ...(owes === 'agent' && chain.at(-1)?.kind === 'turn' && rhythm.turns > 0
      ? [{ type: 'usual', ...rhythm } as const]
      : []),
    ...(gap !== undefined && gap.seq > cause.start.seq ? [{ type: 'in-gap', gap } as const] : []),
  ];
}

/** What a wait has to do with the rest of its recording. */
interface WithinRecording {
  readonly behind: OpenSpan | undefined;
  readonly rhythm: Rhythm;
}

function notReading(connection: Connection, stream: Stream): Sign[] {
  const since = connection.notReading[stream];
  return since === undefined ? [] : [{ type: 'not-reading', stream, since }];
}

function signsOfAgent({ wires }: Connection, { stderr }: Outside, isAsked: boolean): Sign[] {
  const { frames, last, hasRead, unreadable } = wires.agent;
  const handedOver = wires.client.bytes + wires.client.frames;
  return [
    ...(isAsked ? [] : [{ type: 'nothing-asked' } as const]),
    ...(frames === 0 ? [{ type: 'handed-over', bytes: handedOver } as const] : []),
    ...(unreadable === 0 ? [] : [{ type: 'unreadable', sender: 'agent', lines: unreadable } as const]),
    { type: 'last-frame', sender: 'agent', at: last },
    ...(hasRead < 0 ? [] : [{ type: 'has-read', sender: 'agent', seq: hasRead } as const]),
    ...(stderr === undefined ? [] : [{ type: 'stderr', line: stderr ?? undefined } as const]),
  ];
}

/** An unfinished line, and what it may contain. */
interface Unfinished extends Pick<UnfinishedSign, 'line' | 'isWhole'> {
  /** The request that it would answer. */
  readonly exchange: Exchange | undefined;
}

/** Whether an unfinished line already holds a complete message, so that only its newline is missing. */
function unfinishedOf(connection: Connection, line: UnfinishedLine): Unfinished {
  const { bytes, sender, sizeBytes, lastMs } = line;
  const none = { line, isWhole: false, exchange: undefined };
  if (bytes === undefined) return none;
  const message = readMessage(bytes);
  if (message.kind === 'malformed') return none;
  if (message.kind !== 'response') return { ...none, isWhole: true };
  const whole = { seq: -1, at: lastMs, sender, bytes, sizeBytes, terminated: false, timed: true };
  return { line, isWhole: true, exchange: stepOf(connection, whole, message, undefined).exchange };
}

function unfinishedSign({ line, isWhole, exchange }: Unfinished, chain: readonly OpenSpan[]): UnfinishedSign {
  const answers =
    exchange && chain.find(({ request, start }) => request?.key === exchange.key && start.seq === exchange.seq);
  return { type: 'unfinished', line, isWhole, answers };
}
