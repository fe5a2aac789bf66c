import type { PermissionItem, TranscriptTurn } from '../../model/transcript.js';
import type { TurnSummary } from '../../model/turn.js';
import type { Glyphs } from '../cells/glyphs.js';
import { BOLD } from '../cells/style.js';
import type { Span, StyledLine } from '../cells/styled-line.js';
import { formatCount, formatShortDuration } from '../quantities.js';
import { PART_ROLES, PARTS, partSigns, splitBar, splitOf, totalOf } from '../statistics/turn-split.js';
import { phaseBar, turnPhases } from './turn-phases.js';
import type { TurnSpan } from './turn-reader.js';

/** What is known of a turn at the moment that is shown. */
export interface TurnFacts {
  readonly span: TurnSpan;
  /** Undefined before its first frame. */
  readonly turn: TranscriptTurn | undefined;
  /** The moment, in ms since time zero. */
  readonly nowMs: number;
  readonly hasTimes: boolean;
}

const SPLIT_BAR_WIDTH = 24;
const PHASE_BAR_WIDTH = 60;

/** What a turn comes to, in a line; with room for two, also who was waited for, or what went on so far. */
export function turnHeader(facts: TurnFacts, { width, lines, glyphs }: HeaderRoom): StyledLine[] {
  const summary = facts.turn?.summary;
  const first = factsLine(facts, width, glyphs);
  if (lines < 2) return [first];
  if (!facts.hasTimes || facts.turn === undefined) return [first, []];
  if (summary !== undefined) return [first, splitLine(summary, width, glyphs)];
  return [first, phaseBar(turnPhases(facts.turn, facts.nowMs), Math.min(width, PHASE_BAR_WIDTH), glyphs)];
}

export interface HeaderRoom {
  readonly width: number;
  readonly lines: number;
  readonly glyphs: Glyphs;
}

function factsLine({ span, turn, nowMs, hasTimes }: TurnFacts, width: number, glyphs: Glyphs): StyledLine {
  const summary = turn?.summary;
  const lasted = (ms: number) => (hasTimes ? formatShortDuration(Math.max(0, ms)) : '');
  const begunMs = turn?.items[0]?.at;
  const state: Span[] =
    summary !== undefined
      ? [{ text: lasted(summary.end.at - (summary.asked ?? summary.first).at) }, endSpan(summary)]
      : [{ text: begunMs === undefined ? '' : lasted(nowMs - begunMs) }, runningSpan(turn)];
  const more = summary === undefined ? countsSoFar(turn) : countsOf(summary, lasted);
  const title: Span = { text: `turn ${span.number}`, role: 'title', emphasis: BOLD };
  const all = [title, ...state, ...more, { text: `session ${span.sessionId}`, role: 'dim' } as const];
  const line: Span[] = [];
  let used = 0;
  for (const fact of all) {
    if (fact.text === '') continue;
    const dot = line.length === 0 ? 0 : 3;
    // what has no room is left out, and what is less important with it
    if (line.length > 0 && used + dot + fact.text.length > width) break;
    if (dot > 0) line.push({ text: ` ${glyphs.dot} `, role: 'dim' });
    line.push(fact);
    used += dot + fact.text.length;
  }
  return line;
}

function endSpan({ how, stopReason, errorCode }: TurnSummary): Span {
  if (how === 'unanswered') return { text: 'not answered', role: 'warning' };
  if (how === 'error') return { text: stopReason ?? `error ${errorCode ?? ''}`, role: 'error' };
  return { text: stopReason ?? 'ended', role: stopReason === 'end_turn' ? 'ok' : 'warning' };
}

function runningSpan(turn: TranscriptTurn | undefined): Span {
  if (turn === undefined) return { text: 'not begun', role: 'dim' };
  const asks = turn.items.findLast((item): item is PermissionItem => item.type === 'permission');
  if (asks !== undefined && asks.answered === undefined) return { text: 'asks for permission', role: 'permission' };
  return { text: 'running', role: 'ok' };
}

function countsSoFar(turn: TranscriptTurn | undefined): Span[] {
  const calls = turn?.items.filter(({ type }) => type === 'tool-call').length ?? 0;
  return calls === 0 ? [] : [{ text: formatCount(calls, 'tool call'), role: 'tool' }];
}

function countsOf(summary: TurnSummary, lasted: (ms: number) => string): Span[] {
  const { first, asked, firstOutput, toolCalls, permissions, tokens } = summary;
  const waited = firstOutput === undefined ? '' : lasted(firstOutput.at - (asked ?? first).at);
  return [
    { text: toolCalls === 0 ? '' : formatCount(toolCalls, 'tool call'), role: 'tool' },
    { text: permissions === 0 ? '' : formatCount(permissions, 'permission'), role: 'permission' },
    { text: tokens?.total === undefined ? '' : `${tokens.total} tokens` },
    { text: waited === '' ? '' : `first output after ${waited}` },
  ];
}

/** Who was waited for, and how long: the bar is the whole turn. */
function splitLine(summary: TurnSummary, width: number, glyphs: Glyphs): StyledLine {
  const { first, asked, end, clientMs, permissionWaitMs, toolMs } = summary;
  const totalMs = end.at - (asked ?? first).at;
  const split = splitOf({ totalMs, clientMs, permissionMs: permissionWaitMs, toolMs });
  const signs = partSigns(glyphs);
  const legend = PARTS.filter((part) => split[part] > 0).map((part): Span => {
    return { text: `  ${signs[part]} ${part} ${formatShortDuration(split[part])}`, role: PART_ROLES[part] };
  });
  const needed = legend.reduce((sum, { text }) => sum + text.length, 0);
  const cells = Math.min(SPLIT_BAR_WIDTH, width - needed);
  return cells < 4 ? legend : [...splitBar(split, totalOf(split), cells, glyphs), ...legend];
}
