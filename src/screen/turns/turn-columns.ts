import type { Glyphs } from '../../report/glyphs.js';
import type { Span } from '../../report/styled-line.js';
import { formatClock, formatShortDuration } from '../../report/quantities.js';
import { splitBar, splitOf } from '../../report/statistics/turn-split.js';
import type { Marks } from '../violations/marks.js';
import type { ScreenColumn } from '../tables/table-painter.js';
import type { TurnRow } from './turn-row.js';

/** What the columns of a list of turns depend on. */
export interface TurnColumnsOptions {
  readonly glyphs: Glyphs;
  readonly marks: Marks;
  readonly hasTimes: boolean;
  /** Whether to show sessions: the numbers of turns start again in each session. */
  readonly hasSessions: boolean;
  readonly hasTokens: boolean;
  /** The longest turn, in ms: the bars are relative to it. */
  readonly longestMs: number;
  readonly promptOf: (row: TurnRow) => string;
  /** The width of the list, in cells. */
  readonly width: number;
}

const HOUR_MS = 3_600_000;
/** The least width of the prompt column: `narrow` if the list is narrower than `below`, otherwise `wide`. */
const LEAST_PROMPT = { below: 60, narrow: 12, wide: 18 } as const;
const LEAST_BAR = 12;
const MOST_BAR = 30;

export function turnColumns(options: TurnColumnsOptions): readonly ScreenColumn<TurnRow>[] {
  const { hasTimes, hasSessions, hasTokens } = options;
  const isShown: Readonly<Record<string, boolean>> = {
    Start: hasTimes,
    Took: hasTimes,
    [BAR_TITLE]: hasTimes,
    Session: hasSessions,
    Tokens: hasTokens,
  };
  return allColumns(options).filter(({ title }) => isShown[title] !== false);
}

const BAR_TITLE = 'Waited for';

function allColumns(options: TurnColumnsOptions): readonly ScreenColumn<TurnRow>[] {
  const { glyphs, marks, longestMs, promptOf, width: listWidth } = options;
  const leastPrompt = listWidth < LEAST_PROMPT.below ? LEAST_PROMPT.narrow : LEAST_PROMPT.wide;
  const right = { align: 'right' } as const;
  const clockWidth = longestMs > HOUR_MS ? 9 : 7;
  return [
    { title: '#', width: 3, ...right, dropped: 0, span: ({ number }) => ({ text: String(number), role: 'dim' }) },
    {
      title: 'Session',
      width: 8,
      dropped: 7,
      span: ({ sessionId }) => ({ text: shortened(sessionId, glyphs.cut), role: 'dim' }),
    },
    {
      title: 'Start',
      width: clockWidth,
      ...right,
      dropped: 8,
      span: ({ beganMs }) => ({ text: formatClock(beganMs), role: 'dim' }),
    },
    {
      title: 'Took',
      width: 7,
      ...right,
      dropped: 1,
      span: ({ times }) => ({ text: formatShortDuration(times.totalMs) }),
    },
    {
      title: BAR_TITLE,
      width: LEAST_BAR,
      isFlexible: true,
      most: MOST_BAR,
      dropped: 3,
      span: ({ times }, width) => splitBar(splitOf(times), longestMs, width, glyphs),
    },
    { title: 'Stop', width: 12, dropped: 0, span: ({ state }) => state },
    { title: 'Tools', width: 5, ...right, dropped: 4, span: (row) => ({ text: toolsOf(row), role: 'tool' }) },
    { title: 'Tokens', width: 6, ...right, dropped: 9, span: ({ tokens }) => ({ text: String(tokens ?? '') }) },
    { title: 'Viol', width: 4, ...right, dropped: 5, span: (row) => violationsSpan(row, marks) },
    { title: 'Prompt', width: leastPrompt, isFlexible: true, dropped: 0, span: (row) => ({ text: promptOf(row) }) },
  ];
}

function violationsSpan({ from, to = Infinity }: TurnRow, marks: Marks): Span {
  const count = marks.countBetween(from, to, 'warning');
  return count === 0 ? { text: '' } : { text: String(count), role: marks.worstBetween(from, to) ?? 'info' };
}

/** `2`; if some calls have no final status, `1/2`: one of two has. */
function toolsOf({ toolCalls, openToolCalls }: TurnRow): string {
  if (toolCalls === 0) return '';
  return openToolCalls === 0 ? String(toolCalls) : `${toolCalls - openToolCalls}/${toolCalls}`;
}

function shortened(id: string, cut: string): string {
  return id.length <= 8 ? id : `${cut}${id.slice(-7)}`;
}
