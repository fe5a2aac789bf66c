import type { Violation } from '../check/engine/violation.js';
import type { BusyTime, Turn, TurnSummary } from '../model/state/turn.js';
import type { StatsJson } from './json-output.js';
import type { Stall } from './waits/stalls.js';

/** A turn that goes on. */
export interface OpenTurn {
  readonly sessionId: string;
  readonly number: number;
  /** The frame with which the turn began. */
  readonly seq: number;
  /** In ms since time zero. */
  readonly at: number;
  readonly toolCalls: number;
  /** Calls that have no final status yet. */
  readonly openToolCalls: number;
  readonly permissions: number;
  readonly rejections: number;
  readonly permissionWait: Readonly<BusyTime>;
  readonly clientTime: Readonly<BusyTime>;
  readonly toolTime: Readonly<BusyTime>;
}

/** The facts about a turn while it goes on. */
export function openTurnOf(sessionId: string, turn: Turn): OpenTurn {
  const { number, asked, seq, at, toolCalls, openToolCalls, permissions, rejections } = turn;
  const { permissionWait, clientTime, toolTime } = turn;
  return {
    sessionId,
    number,
    ...(asked ?? { seq, at }),
    toolCalls,
    openToolCalls: openToolCalls.size,
    permissions,
    rejections,
    permissionWait: { ...permissionWait },
    clientTime: { ...clientTime },
    toolTime: { ...toolTime },
  };
}

/** A line from the process that checks a recording to the screen: one JSON object per line. */
export type FindingLine =
  | { readonly type: 'progress'; readonly done: number }
  | { readonly type: 'turn'; readonly turn: TurnSummary }
  | { readonly type: 'violation'; readonly violation: Violation }
  /** For a live recording: its open turns, and its waits without progress. */
  | { readonly type: 'now'; readonly openTurns: readonly OpenTurn[]; readonly stalls: readonly Stall[] }
  /** Everything about this recording was derived and kept; for several recordings, one line each. */
  | { readonly type: 'kept'; readonly recording: number }
  | { readonly type: 'done'; readonly protocol: string; readonly statistics: StatsJson };
