import { begunAt } from '../../model/turns/turn-beginning.js';
import { busyUntil } from '../../model/turns/busy-time.js';
import type { TurnSummary } from '../../model/state/turn.js';
import { permissionsText } from '../../report/permissions-text.js';
import type { Glyphs } from '../../report/glyphs.js';
import { BOLD } from '../../report/style.js';
import type { Span, StyledLine } from '../../report/styled-line.js';
import { formatCount, formatShortDuration } from '../../report/quantities.js';
import type { TurnTimes } from '../../report/statistics/turn-split.js';
import { turnEndSpan } from '../../report/turn-end.js';
import type { Findings } from '../frame/conversation.js';
import type { OpenTurn } from '../../report/finding-lines.js';

/** A turn in a list: ended or open. */
export interface TurnRow {
  readonly sessionId: string;
  readonly number: number;
  /** The frame it begins with. */
  readonly from: number;
  /** The frame it ends with; undefined as long as it goes on. */
  readonly to: number | undefined;
  /** In ms since time zero. */
  readonly beganMs: number;
  readonly times: TurnTimes;
  readonly state: Span;
  readonly toolCalls: number;
  /** How many calls have no final status. */
  readonly openToolCalls: number;
  /** The permissions that were requested: `2 permissions, 1 rejected`; empty if there were none. */
  readonly permissions: string;
  /** Undefined if the agent does not report them. */
  readonly tokens: number | undefined;
  /** From its beginning to the first word, thought or tool call, in ms. */
  readonly firstOutputMs: number | undefined;
}

/** All turns, including open ones, in the order of their beginnings. */
export function knownTurns({ turns, openTurns }: Pick<Findings, 'turns' | 'openTurns'>): (TurnSummary | OpenTurn)[] {
  return openTurns.length === 0 ? [...turns] : [...turns, ...openTurns].sort((a, b) => beginOf(a) - beginOf(b));
}

/** The frame that a turn begins with. */
export function beginOf(turn: TurnSummary | OpenTurn): number {
  return 'end' in turn ? begunAt(turn) : turn.seq;
}

/** How long a turn took, or has taken so far. @param nowMs in ms since time zero */
export function timesOf(turn: TurnSummary | OpenTurn, nowMs: number): TurnTimes {
  if ('end' in turn) {
    const { asked, first, end, clientMs, permissionWaitMs, toolMs } = turn;
    return { totalMs: end.at - (asked ?? first).at, clientMs, permissionMs: permissionWaitMs, toolMs };
  }
  return {
    totalMs: Math.max(0, nowMs - turn.at),
    clientMs: busyUntil(turn.clientTime, nowMs),
    permissionMs: busyUntil(turn.permissionWait, nowMs),
    toolMs: busyUntil(turn.toolTime, nowMs),
  };
}

/** @param nowMs in ms since time zero */
export function turnRow(turn: TurnSummary | OpenTurn, nowMs: number): TurnRow {
  const { sessionId, number, toolCalls, openToolCalls } = turn;
  const both = {
    sessionId,
    number,
    toolCalls,
    openToolCalls,
    permissions: permissionsText(turn),
    times: timesOf(turn, nowMs),
  };
  if (!('end' in turn)) {
    const { seq: from, at: beganMs } = turn;
    const state = runningSpan(turn);
    return { ...both, from, to: undefined, beganMs, state, tokens: undefined, firstOutputMs: undefined };
  }
  const { asked, first, end, how, stopReason, errorCode, tokens, firstOutput } = turn;
  const beganMs = (asked ?? first).at;
  return {
    ...both,
    from: begunAt(turn),
    to: end.seq,
    beganMs,
    state: turnEndSpan({ isAnswered: how !== 'unanswered', stopReason, errorCode }),
    tokens: tokens?.total,
    firstOutputMs: firstOutput === undefined ? undefined : firstOutput.at - beganMs,
  };
}

/** The facts about a turn in a line. If they do not fit, the less important ones are left out. */
export function turnFacts(row: TurnRow, hasTimes: boolean, { width, glyphs }: FactsRoom): StyledLine {
  const { number, sessionId, times, state, toolCalls, permissions, tokens, firstOutputMs } = row;
  const waited = firstOutputMs === undefined ? '' : `first output after ${formatShortDuration(firstOutputMs)}`;
  const all: readonly Span[] = [
    { text: `turn ${number}`, role: 'title', emphasis: BOLD },
    { text: hasTimes ? formatShortDuration(times.totalMs) : '' },
    state,
    { text: toolCalls === 0 ? '' : formatCount(toolCalls, 'tool call'), role: 'tool' },
    { text: permissions, role: 'permission' },
    { text: tokens === undefined ? '' : `${tokens} tokens` },
    { text: hasTimes ? waited : '' },
    { text: `session ${sessionId}`, role: 'dim' },
  ];
  return dotted(all, { width, glyphs });
}

export interface FactsRoom {
  readonly width: number;
  readonly glyphs: Glyphs;
}

/** Facts with dots between them. If they do not fit, the less important ones are left out. */
export function dotted(facts: readonly Span[], { width, glyphs }: FactsRoom): StyledLine {
  const line: Span[] = [];
  let used = 0;
  for (const fact of facts) {
    if (fact.text === '') continue;
    const dot = line.length === 0 ? 0 : 3;
    if (line.length > 0 && used + dot + fact.text.length > width) break;
    if (dot > 0) line.push({ text: ` ${glyphs.dot} `, role: 'dim' });
    line.push(fact);
    used += dot + fact.text.length;
  }
  return line;
}

function runningSpan({ permissionWait }: OpenTurn): Span {
  return permissionWait.open > 0 ? { text: 'asks user', role: 'permission' } : { text: 'running', role: 'ok' };
}
