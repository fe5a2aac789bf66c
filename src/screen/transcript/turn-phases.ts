import type { TranscriptItem, TranscriptTurn } from '../../model/transcript/transcript.js';
import type { TurnSummary } from '../../model/state/turn.js';
import type { Glyphs } from '../../report/glyphs.js';
import { BOLD, type Role } from '../../report/style.js';
import type { Span, StyledLine } from '../../report/styled-line.js';
import { formatClock } from '../../report/quantities.js';

/** The phases of a turn. If several happen at once, the last one in this list is shown. */
export const PHASES = ['waiting', 'thinking', 'speaking', 'tools', 'permission'] as const;

export type PhaseName = (typeof PHASES)[number];

/** A stretch of a turn, in ms since time zero. */
export interface Phase {
  readonly name: PhaseName;
  readonly fromMs: number;
  readonly toMs: number;
}

/** The phases of a turn. */
export interface TurnPhases {
  readonly fromMs: number;
  readonly toMs: number;
  readonly phases: readonly Phase[];
  readonly cancelledMs: number | undefined;
}

/** The phases of a turn that was read; an open turn lasts until `nowMs`. */
export function turnPhases({ items, summary }: TranscriptTurn, nowMs: number): TurnPhases {
  const fromMs = summary === undefined ? (items[0]?.at ?? nowMs) : begunMs(summary);
  const toMs = Math.max(fromMs, summary?.end.at ?? nowMs);
  const phases = items.flatMap((item) => phaseOf(item, toMs));
  return { fromMs, toMs, phases, cancelledMs: items.find(({ type }) => type === 'cancel')?.at };
}

function begunMs({ asked, first }: TurnSummary): number {
  return (asked ?? first).at;
}

function phaseOf(item: TranscriptItem, endMs: number): Phase[] {
  switch (item.type) {
    case 'message':
      if (item.who === 'user') return [];
      return [{ name: item.who === 'thought' ? 'thinking' : 'speaking', fromMs: item.at, toMs: item.last.at }];
    case 'tool-call': {
      const isOpen = item.status === 'pending' || item.status === 'in_progress';
      return [{ name: 'tools', fromMs: item.at, toMs: isOpen ? endMs : item.last.at }];
    }
    case 'permission':
      return [{ name: 'permission', fromMs: item.at, toMs: item.answered?.at ?? endMs }];
    case 'prompt':
    case 'plan':
    case 'service':
    case 'cancel':
    case 'change':
      return [];
    default:
      return item satisfies never;
  }
}

const ROLES: Readonly<Record<PhaseName, Role>> = {
  waiting: 'dim',
  thinking: 'thought',
  speaking: 'agent',
  tools: 'tool',
  permission: 'permission',
};

function phaseSigns(glyphs: Glyphs): Readonly<Record<PhaseName, string>> {
  const { horizontal, barEmpty, barPart, barFull, asked } = glyphs;
  return { waiting: horizontal, thinking: barEmpty, speaking: barFull, tools: barPart, permission: asked };
}

/** A bar for a turn: its begin, its phases, its end. Exactly `width` cells long. */
export function phaseBar(turn: TurnPhases, width: number, glyphs: Glyphs): StyledLine {
  const [begin, end] = [formatClock(turn.fromMs), formatClock(turn.toMs)];
  const hasTimes = width >= begin.length + end.length + 14;
  const [left, right] = hasTimes ? [`${begin} `, ` ${end}`] : ['', ''];
  const cells = width - left.length - right.length - 2;
  if (cells < 1) return [{ text: ' '.repeat(Math.max(0, width)) }];
  return [
    { text: `${left}${glyphs.trackLeft}`, role: 'dim' },
    ...cellSpans(turn, cells, glyphs),
    { text: `${glyphs.trackRight}${right}`, role: 'dim' },
  ];
}

/** The legend of the bar, as much as fits. */
export function phaseLegend(turn: TurnPhases, width: number, glyphs: Glyphs): StyledLine {
  const signs = phaseSigns(glyphs);
  const shown = PHASES.filter((name) => turn.phases.some((phase) => phase.name === name));
  const all: Span[] = shown.map((name) => ({ text: `${signs[name]} ${name}`, role: ROLES[name] }));
  if (turn.cancelledMs !== undefined) all.push({ text: `${glyphs.error} cancel`, role: 'error' });
  const line: Span[] = [];
  let used = 0;
  for (const span of all) {
    const between = line.length === 0 ? '' : '  ';
    if (used + between.length + span.text.length > width) break;
    line.push({ ...span, text: `${between}${span.text}` });
    used += between.length + span.text.length;
  }
  return line;
}

function cellSpans(turn: TurnPhases, cells: number, glyphs: Glyphs): Span[] {
  const names = Array.from({ length: cells }, (): PhaseName => 'waiting');
  for (const { name, fromMs, toMs } of turn.phases) {
    const last = cellAt(turn, toMs, cells);
    for (let cell = cellAt(turn, fromMs, cells); cell <= last; cell += 1) {
      const now = names[cell];
      if (now !== undefined && PHASES.indexOf(name) > PHASES.indexOf(now)) names[cell] = name;
    }
  }
  const signs = phaseSigns(glyphs);
  const cancelled = turn.cancelledMs === undefined ? -1 : cellAt(turn, turn.cancelledMs, cells);
  const spans: { text: string; role: Role; emphasis?: number }[] = [];
  for (const [cell, name] of names.entries()) {
    const last = spans.at(-1);
    if (cell === cancelled) spans.push({ text: glyphs.error, role: 'error', emphasis: BOLD });
    else if (last?.role === ROLES[name] && last.emphasis === undefined) last.text += signs[name];
    else spans.push({ text: signs[name], role: ROLES[name] });
  }
  return spans;
}

function cellAt({ fromMs, toMs }: TurnPhases, ms: number, cells: number): number {
  const part = toMs > fromMs ? (ms - fromMs) / (toMs - fromMs) : 0;
  return Math.max(0, Math.min(Math.floor(part * cells), cells - 1));
}
