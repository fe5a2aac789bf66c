import type { PermissionItem, TranscriptTurn } from '../../model/transcript/transcript.js';
import { BOLD } from '../../report/style.js';
import type { Span, StyledLine } from '../../report/styled-line.js';
import { formatCount, formatShortDuration } from '../../report/quantities.js';
import { dotted, timesOf, turnFacts, turnRow, type FactsRoom } from '../turns/turn-row.js';
import { splitLegend } from '../../report/statistics/turn-split.js';
import { phaseBar, phaseLegend, turnPhases, type TurnPhases } from './turn-phases.js';
import type { TurnSpan } from './turn-reader.js';

/** The facts about a turn at the current moment. */
export interface TurnFacts {
  readonly span: TurnSpan;
  /** Undefined before its first frame. */
  readonly turn: TranscriptTurn | undefined;
  /** The moment, in ms since time zero. */
  readonly nowMs: number;
  readonly hasTimes: boolean;
}

const MOST_BAR = 60;
/** The least width of the bar beside a legend. */
const LEAST_BAR = 30;

/** The facts about a turn in a line; if there is room for two, also who was waited for, or the phases so far. */
export function turnHeader(facts: TurnFacts, room: HeaderRoom): StyledLine[] {
  const { width, lines, glyphs } = room;
  const summary = facts.turn?.summary;
  const first = factsLine(facts, room);
  if (lines < 2) return [first];
  if (!facts.hasTimes || facts.turn === undefined) return [first, []];
  if (summary !== undefined) return [first, splitLegend(timesOf(summary, facts.nowMs), width, glyphs)];
  return [first, phasesLine(turnPhases(facts.turn, facts.nowMs), room)];
}

/** The phases so far, and a legend if there is room. */
function phasesLine(phases: TurnPhases, { width, glyphs }: HeaderRoom): StyledLine {
  const legend = phaseLegend(phases, width, glyphs);
  const needed = legend.reduce((sum, { text }) => sum + text.length, BETWEEN.length);
  const cells = Math.min(MOST_BAR, width - needed);
  if (cells < LEAST_BAR) return phaseBar(phases, Math.min(width, MOST_BAR), glyphs);
  return [...phaseBar(phases, cells, glyphs), { text: BETWEEN }, ...legend];
}

const BETWEEN = '  ';

export interface HeaderRoom extends FactsRoom {
  readonly lines: number;
}

function factsLine({ span, turn, nowMs, hasTimes }: TurnFacts, room: HeaderRoom): StyledLine {
  const summary = turn?.summary;
  if (summary !== undefined) return turnFacts(turnRow(summary, nowMs), hasTimes, room);
  const begunMs = turn?.items[0]?.at;
  const took = begunMs === undefined || !hasTimes ? '' : formatShortDuration(Math.max(0, nowMs - begunMs));
  const facts: readonly Span[] = [
    { text: `turn ${span.number}`, role: 'title', emphasis: BOLD },
    { text: took },
    runningSpan(turn),
    ...countsSoFar(turn),
    { text: `session ${span.sessionId}`, role: 'dim' },
  ];
  return dotted(facts, room);
}

function runningSpan(turn: TranscriptTurn | undefined): Span {
  if (turn === undefined) return { text: 'not started', role: 'dim' };
  const asks = turn.items.findLast((item): item is PermissionItem => item.type === 'permission');
  if (asks !== undefined && asks.answered === undefined) return { text: 'asks for permission', role: 'permission' };
  return { text: 'running', role: 'ok' };
}

function countsSoFar(turn: TranscriptTurn | undefined): Span[] {
  const calls = turn?.items.filter(({ type }) => type === 'tool-call').length ?? 0;
  return calls === 0 ? [] : [{ text: formatCount(calls, 'tool call'), role: 'tool' }];
}
