import type { TurnSummary } from '../model/state/turn.js';
import type { PlacedSpan } from './inner-span.js';

/** What took how long in a turn, in ms, each moment counted once: together they are the whole turn. */
export interface InnerSum {
  readonly model: number;
  readonly tool: number;
  /** Waiting for a person. */
  readonly you: number;
  /** The rest: what the agent did itself, or did not tell. */
  readonly agent: number;
  /** The agent told nothing about waiting for a person: this is how long permission requests were open. */
  readonly youAreFromAcp: boolean;
}

/** Moments in which several things went on belong to the first of these. */
const ORDER = ['user', 'tool', 'model'] as const;

export function innerSum({ asked, first, end, permissionWaitMs }: TurnSummary, spans: readonly PlacedSpan[]): InnerSum {
  const [from, to] = [(asked ?? first).at, end.at];
  const taken: Interval[] = [];
  const [user, tool, model] = ORDER.map((kind) => {
    const before = lengthOf(taken);
    for (const span of spans) {
      if (span.kind === kind) taken.push([Math.max(from, span.fromMs), Math.min(to, span.toMs)]);
    }
    return lengthOf(taken) - before;
  }) as [number, number, number];
  const agent = Math.max(0, to - from - model - tool - user);
  if (spans.some(({ kind }) => kind === 'user')) return { model, tool, you: user, agent, youAreFromAcp: false };
  // the wait is in the tool, unless its execution was told apart
  const isApart = spans.some(({ isExecution }) => isExecution);
  const you = Math.min(permissionWaitMs, isApart ? agent : tool);
  const rest = isApart ? { tool, agent: agent - you } : { tool: tool - you, agent };
  return { model, ...rest, you, youAreFromAcp: you > 0 };
}

type Interval = readonly [from: number, to: number];

/** How long at least one of the intervals lasts. */
function lengthOf(intervals: readonly Interval[]): number {
  let length = 0;
  let reached = -Infinity;
  for (const [from, to] of [...intervals].sort((a, b) => a[0] - b[0])) {
    if (to <= Math.max(from, reached)) continue;
    length += to - Math.max(from, reached);
    reached = to;
  }
  return length;
}
