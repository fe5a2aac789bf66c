import { readMessage } from '../../wire/message.js';
import { stepOf } from '../reading/step-of.js';
import type { Connection } from '../state/connection.js';
import type { OpenSpan } from '../state/span.js';
import type { Outside, Sign, UnfinishedLine, UnfinishedSign, Wait } from '../state/wait.js';

interface Circumstances {
  readonly behind: OpenSpan | undefined;
  readonly outside: Outside;
}

/** What else is known about a wait: of the side that has to act, and of what may stand between the two sides. */
export function signsOf(
  connection: Connection,
  { chain, cause }: Pick<Wait, 'chain' | 'cause'>,
  { behind, outside }: Circumstances,
): Sign[] {
  const { owes } = cause;
  const { gap, wires } = connection;
  const unfinished = outside.unfinished?.find(({ sender }) => sender === owes);
  const notReading = outside.notReading?.[owes];
  const cancelled = chain.at(-1)?.cancelled;
  return [
    ...(notReading === undefined ? [] : [{ type: 'not-reading', sender: owes, since: notReading } as const]),
    ...(unfinished === undefined ? [] : [unfinishedSign(connection, unfinished, chain)]),
    ...(cancelled === undefined ? [] : [{ type: 'cancelled', at: cancelled } as const]),
    ...(behind === undefined ? [] : [{ type: 'behind', span: behind } as const]),
    ...(owes === 'agent'
      ? signsOfAgent(connection, outside)
      : [{ type: 'last-frame', sender: owes, at: wires[owes].last } as const]),
    ...(gap !== undefined && gap.seq > cause.start.seq ? [{ type: 'in-gap', gap } as const] : []),
  ];
}

function signsOfAgent({ wires, requests }: Connection, { stderr }: Outside): Sign[] {
  const { frames, last, hasRead, unreadable } = wires.agent;
  const isAsked = [...requests.agent.pending.values()].some(({ needsNoAnswer }) => !needsNoAnswer);
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

/** An unfinished line may hold a whole message already: then its newline is all that is missing. */
function unfinishedSign(
  connection: Connection,
  unfinished: UnfinishedLine,
  chain: readonly OpenSpan[],
): UnfinishedSign {
  const { bytes, sender, sizeBytes, lastMs } = unfinished;
  const none = { type: 'unfinished', line: unfinished, isWhole: false, answers: undefined } as const;
  if (bytes === undefined) return none;
  const message = readMessage(bytes);
  if (message.kind === 'malformed') return none;
  if (message.kind !== 'response') return { ...none, isWhole: true };
  const line = { seq: -1, at: lastMs, sender, bytes, sizeBytes, terminated: false, timed: true };
  const { exchange } = stepOf(connection, line, message, undefined);
  const answers = chain.find(({ request, start }) => request?.key === exchange?.key && start.seq === exchange?.seq);
  return { ...none, isWhole: true, answers };
}
