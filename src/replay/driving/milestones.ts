import type { RecordedFrame } from '../recorded.js';
import type { ClientMessage, Lane, Script } from '../script.js';

/** What a recorded message of the client waits for when a real agent answers. */
export interface Milestones {
  /** Requests of the client whose answers were recorded before it. */
  readonly answers: readonly ClientMessage[];
  /** Sessions whose turns were recorded as over before it, and how many of them (v2). */
  readonly turnsEnded: ReadonlyMap<Lane, number>;
  /** Where it stands in a turn that goes on; undefined where its session was idle. */
  readonly within: WithinTurn | undefined;
}

/** A place in the middle of a turn. */
export interface WithinTurn {
  readonly prompt: ClientMessage;
  /** So many requests of the agent were recorded in the turn before it. */
  readonly asks: number;
  /** So many updates. */
  readonly updates: number;
  /** What the tool calls of the turn had reached, in the order in which they began. */
  readonly statuses: readonly string[];
  /** How long after the prompt it was sent, in ms; undefined where no times are known. */
  readonly delayMs: number | undefined;
}

/** Facts of a tool call's update, recorded or live. */
export interface ToolUpdate {
  readonly toolCallId: string;
  readonly status: string | undefined;
}

/** What the agent said in a lane, in order, as far as milestones look at it. */
export interface LaneNews {
  readonly seq: number;
  readonly isAsk: boolean;
  readonly isUpdate: boolean;
  readonly tool: ToolUpdate | undefined;
}

/** The milestones of each message that is no answer, in recorded order. */
export function milestonesOf(
  { messages, lanes }: Script,
  newsOf: (lane: Lane) => readonly LaneNews[],
): Map<ClientMessage, Milestones> {
  const answered = messages
    .flatMap((request) => {
      const answer = answerTo(request);
      return answer === undefined ? [] : [{ request, seq: answer.seq }];
    })
    .sort((a, b) => a.seq - b.seq);
  const found = new Map<ClientMessage, Milestones>();
  for (const message of messages) {
    if (message.asked !== undefined) continue;
    const { seq } = message.frame;
    found.set(message, {
      answers: answered.filter((each) => each.seq < seq).map(({ request }) => request),
      turnsEnded: new Map(Array.from(lanes.values(), (lane) => [lane, turnsEndedBefore(lane, seq)])),
      within: withinTurn(message, newsOf),
    });
  }
  return found;
}

function turnsEndedBefore({ work }: Lane, seq: number): number {
  return work.filter(([, end]) => end < seq).length;
}

function withinTurn(message: ClientMessage, newsOf: (lane: Lane) => readonly LaneNews[]): WithinTurn | undefined {
  const { lane, frame } = message;
  const stretch = lane?.work.findLast(([from, to]) => from < frame.seq && frame.seq < to);
  const prompt = lane?.messages.find((other) => other.frame.seq === stretch?.[0]);
  if (lane === undefined || prompt === undefined) return undefined;
  const before = newsOf(lane).filter(({ seq }) => prompt.frame.seq < seq && seq < frame.seq);
  return {
    prompt,
    asks: before.filter(({ isAsk }) => isAsk).length,
    updates: before.filter(({ isUpdate }) => isUpdate).length,
    statuses: statusesIn(before.flatMap(({ tool }) => tool ?? [])),
    delayMs: delayMs(prompt.frame.atNs, frame.atNs),
  };
}

function delayMs(fromNs: number | undefined, toNs: number | undefined): number | undefined {
  return fromNs === undefined || toNs === undefined ? undefined : Math.max(0, (toNs - fromNs) / 1e6);
}

/** The frame that answers a request of the client; undefined where the recording has none. */
export function answerTo({ kind, key, frame }: ClientMessage): RecordedFrame | undefined {
  return kind === 'request' && key !== undefined ? frame.answers.get(key) : undefined;
}

/** What each tool call reached, in the order in which the calls began. */
export function statusesIn(updates: readonly ToolUpdate[]): string[] {
  const statuses = new Map<string, string>();
  for (const { toolCallId, status } of updates) {
    const before = statuses.get(toolCallId) ?? FIRST_STATUS;
    statuses.set(toolCallId, status === undefined || isBehind(status, before) ? before : status);
  }
  return [...statuses.values()];
}

const FIRST_STATUS = 'pending';
const ORDER = [FIRST_STATUS, 'in_progress', 'completed', 'failed', 'cancelled'];
const FINAL = 2;

/** Whether each call has reached what was recorded; the ends of a call count as one. */
export function haveReached(live: readonly string[], recorded: readonly string[]): boolean {
  return recorded.every((status, i) => {
    const reached = live[i];
    return reached !== undefined && rank(reached) >= rank(status);
  });
}

function isBehind(status: string, before: string): boolean {
  return rank(status) < rank(before);
}

function rank(status: string): number {
  return Math.min(FINAL, Math.max(0, ORDER.indexOf(status)));
}
