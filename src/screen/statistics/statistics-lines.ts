import type { Charset } from '../cells/sanitise.js';
import { widthOf } from '../cells/clusters.js';
import type { Glyphs } from '../../report/glyphs.js';
import { BOLD, UNDERLINE } from '../../report/style.js';
import type { Span, StyledLine } from '../../report/styled-line.js';
import { NOTHING_TOLD, OWN_ACCOUNT } from '../../report/inside/inner-text.js';
import type { StatsJson } from '../../report/json-output.js';
import { formatBytes, formatCount, formatShortDuration } from '../../report/quantities.js';
import type { ListedLine } from '../tables/line-list.js';
import { isBar, placedColumns, type ScreenColumn } from '../tables/table-painter.js';
import { turnEndSpan } from '../../report/turn-end.js';
import {
  PART_ROLES,
  PARTS,
  partSigns,
  splitBar,
  splitOf,
  sumOf,
  totalOf,
  type Part,
  type TurnSplit,
} from '../../report/statistics/turn-split.js';

/** The room for the lines. */
export interface LineRoom {
  /** In cells. */
  readonly width: number;
  /** How many lines are visible at once. */
  readonly height: number;
  readonly glyphs: Glyphs;
}

type Method = StatsJson['methods'][number];
type Turn = StatsJson['turns'][number];

/** The statistics of `turntable stats`, with bars whose length shows the time. */
export function statisticsLines(stats: StatsJson, room: LineRoom): ListedLine[] {
  const { turns, methods, stalls, hasTimes, inside } = stats;
  const parts = [
    factsLines(stats, room),
    turns.length > 0 ? turnLines(stats, room) : [],
    inside !== null && hasTimes ? insideLines(inside.turns, stats, room) : [],
    methods.length > 0 ? methodLines(methods, hasTimes, room) : [],
    stalls.length > 0 ? stallLines(stats, room) : [],
  ];
  // if there are few lines, none is left empty
  const between: readonly ListedLine[] = room.height < TALL ? [] : [{ spans: [] }];
  return parts.filter((lines) => lines.length > 0).flatMap((lines, i) => [...(i === 0 ? [] : between), ...lines]);
}

/** From this height on, the parts are separated by blank lines. */
const TALL = 14;

function factsLines(stats: StatsJson, { width }: LineRoom): ListedLine[] {
  const { hasTimes, durationMs, sessions, turns, frames, bytes } = stats;
  const took = hasTimes ? formatShortDuration(durationMs) : 'no recorded times';
  const party = (who: 'client' | 'agent'): Span => ({
    text: `${who} ${formatCount(frames[who], 'frame')}, ${formatBytes(bytes[who])}`,
    role: who,
  });
  const all = { text: [took, formatCount(sessions, 'session'), formatCount(turns.length, 'turn')].join(', ') };
  const parties = inLines([party('client'), party('agent')], BETWEEN, width);
  const whole = inLines([all, party('client'), party('agent')], BETWEEN, width);
  // the amounts of both sides stay on one line
  return (whole.length === 1 ? whole : [[all], ...parties]).map((spans) => ({ spans }));
}

const BETWEEN = '   ';

/** Puts as many spans into each line as fit. */
function inLines(spans: readonly Span[], between: string, width: number): StyledLine[] {
  const lines: Span[][] = [];
  let used = Infinity;
  for (const span of spans) {
    const line = lines.at(-1);
    if (line === undefined || used + between.length + span.text.length > width) {
      lines.push([span]);
      used = span.text.length;
    } else {
      line.push({ text: between }, span);
      used += between.length + span.text.length;
    }
  }
  return lines;
}

const TITLE = { role: 'title', emphasis: BOLD } as const;

function turnLines({ turns, hasTimes }: StatsJson, room: LineRoom): ListedLine[] {
  const { glyphs } = room;
  const splits = turns.map(splitOf);
  const longestMs = Math.max(...splits.map(totalOf));
  const sessions = [...new Set(turns.map(({ sessionId }) => sessionId))];
  const columns: ScreenColumn<{ turn: Turn; split: TurnSplit }>[] = [
    { title: 'turn', width: 4, align: 'right', dropped: 0, span: ({ turn }) => ({ text: String(turn.turn) }) },
    { title: 'session', width: 8, dropped: sessions.length > 1 ? 1 : 9, span: ({ turn }) => sessionSpan(turn, glyphs) },
    { title: 'tools', width: 5, align: 'right', dropped: 4, span: ({ turn }) => countSpan(turn.toolCalls) },
    { title: 'tokens', width: 7, align: 'right', dropped: 5, span: ({ turn }) => countSpan(turn.tokens?.total ?? 0) },
    { title: 'first', width: 8, align: 'right', dropped: 6, span: ({ turn }) => msSpan(turn.firstOutputMs) },
    { title: 'ended', width: 12, dropped: 2, span: ({ turn }) => turnEndSpan({ ...turn, isAnswered: turn.answered }) },
    { title: 'took', width: 8, align: 'right', dropped: 0, span: ({ turn }) => msSpan(turn.totalMs) },
  ];
  const shown = columns.filter(({ title, dropped }) => dropped < 9 && (hasTimes || !TIMES.has(title)));
  const table = new LineTable(shown, room, hasTimes ? BAR_WIDTH : 0);
  return [
    { spans: [{ text: hasTimes ? 'Who waited for whom' : 'Turns', ...TITLE }] },
    ...(hasTimes ? legendLines(sumOf(splits), room) : []),
    { spans: table.heading() },
    ...turns.flatMap((turn, i) => {
      const split = splits[i];
      if (split === undefined) return [];
      const bar = splitBar(split, longestMs, table.barWidth, glyphs);
      return [{ spans: [...table.line({ turn, split }), ...bar], seq: turn.seq }];
    }),
  ];
}

/** The legend of the signs, with the share of each over all turns, as far as it fits into a line. */
function legendLines(sum: TurnSplit, { width, glyphs }: LineRoom): ListedLine[] {
  const signs = partSigns(glyphs);
  const total = totalOf(sum);
  const percent = (part: Part) => (total === 0 ? '' : ` ${Math.round((100 * sum[part]) / total)} %`);
  const legend = (textOf: (part: Part) => string) =>
    PARTS.filter((part) => sum[part] > 0).map((part): Span => ({
      text: `${signs[part]} ${part}${textOf(part)}`,
      role: PART_ROLES[part],
    }));
  const lines = [
    inLines(
      legend((part) => ` ${ms(sum[part])},${percent(part)}`),
      BETWEEN,
      width,
    ),
    inLines(legend(percent), BETWEEN, width),
    inLines(
      legend(() => ''),
      ' ',
      width,
    ),
  ];
  return (lines.find(({ length }) => length === 1) ?? lines[2] ?? []).map((spans) => ({ spans }));
}

type InsideTurn = NonNullable<StatsJson['inside']>['turns'][number];

/** What the agent told of itself, as sums of each turn. */
function insideLines(turns: readonly InsideTurn[], all: StatsJson, room: LineRoom): ListedLine[] {
  const title = { text: 'Inside the agent', ...TITLE };
  if (turns.length === 0) return [{ spans: [title] }, { spans: [{ text: NOTHING_TOLD, role: 'dim' }] }];
  const columns: ScreenColumn<InsideTurn>[] = [
    { title: 'turn', width: 4, align: 'right', dropped: 0, span: ({ turn }) => ({ text: String(turn) }) },
    { title: 'session', width: 8, dropped: 1, span: (turn) => sessionSpan(turn, room.glyphs) },
    { title: 'model', width: 8, align: 'right', dropped: 0, span: ({ modelMs }) => msSpan(modelMs) },
    { title: 'tools', width: 8, align: 'right', dropped: 0, span: ({ toolMs }) => msSpan(toolMs) },
    { title: 'you', width: 8, align: 'right', dropped: 0, span: ({ youMs }) => msSpan(youMs) },
    { title: 'itself', width: 8, align: 'right', dropped: 0, span: ({ agentMs }) => msSpan(agentMs) },
  ];
  const table = new LineTable(columns, room, 0);
  return [
    { spans: [title, { text: ` (${OWN_ACCOUNT})`, role: 'dim' }] },
    { spans: table.heading() },
    ...turns.map((row): ListedLine => {
      const seq = all.turns.find(({ turn, sessionId }) => turn === row.turn && sessionId === row.sessionId)?.seq;
      const spans = table.line(row);
      return seq === undefined ? { spans } : { spans, seq };
    }),
  ];
}

function methodLines(methods: readonly Method[], hasTimes: boolean, room: LineRoom): ListedLine[] {
  const longestMs = Math.max(...methods.map(({ totalMs }) => totalMs));
  const columns: ScreenColumn<Method>[] = [
    { title: 'method', width: 14, isFlexible: !hasTimes, dropped: 0, span: ({ method }) => ({ text: method }) },
    { title: 'asked by', width: 8, dropped: 5, span: ({ asker }) => ({ text: asker, role: asker }) },
    { title: 'answers', width: 7, align: 'right', dropped: 1, span: ({ count }) => ({ text: String(count) }) },
    { title: 'errors', width: 6, align: 'right', dropped: 3, span: ({ errors }) => countSpan(errors, 'error') },
    { title: 'p50', width: 8, align: 'right', dropped: 4, span: ({ p50Ms }) => msSpan(p50Ms) },
    { title: 'p90', width: 8, align: 'right', dropped: 2, span: ({ p90Ms }) => msSpan(p90Ms) },
    { title: 'p99', width: 8, align: 'right', dropped: 7, span: ({ p99Ms }) => msSpan(p99Ms) },
    { title: 'max', width: 8, align: 'right', dropped: 6, span: ({ maxMs }) => msSpan(maxMs) },
    { title: 'total', width: 8, align: 'right', dropped: 0, span: ({ totalMs }) => msSpan(totalMs) },
  ];
  const longest = Math.max(...methods.map(({ method }) => method.length));
  const named = columns.map((column) =>
    column.title === 'method'
      ? { ...column, width: Math.min(longest, Math.max(14, Math.floor(room.width / 3))) }
      : column,
  );
  const shown = named.filter(({ title }) => hasTimes || !TIMES.has(title));
  const table = new LineTable(shown, room, hasTimes ? BAR_WIDTH >> 1 : 0);
  return [
    { spans: [{ text: 'Response times', ...TITLE }] },
    { spans: table.heading() },
    ...methods.map((method) => {
      const cells = longestMs === 0 ? 0 : Math.ceil((method.totalMs / longestMs) * table.barWidth);
      const bar = {
        text: room.glyphs.barFull.repeat(cells),
        role: method.asker === 'client' ? 'agent' : 'client',
      } as const;
      return { spans: [...table.line(method), bar] };
    }),
  ];
}

function stallLines({ stalls, turns }: StatsJson, { glyphs }: LineRoom): ListedLine[] {
  return [
    { spans: [{ text: 'Silences', ...TITLE }] },
    ...stalls.map(({ sessionId, turn, silentMs }): ListedLine => {
      const seq = turns.find((each) => each.turn === turn && each.sessionId === sessionId)?.seq;
      const spans: StyledLine = [
        { text: `${glyphs.warning} ${ms(silentMs)} `, role: 'warning' },
        { text: `of silence in turn ${turn} of ${sessionId}` },
      ];
      return seq === undefined ? { spans } : { spans, seq };
    }),
  ];
}

const TIMES: ReadonlySet<string> = new Set(['took', 'first', 'p50', 'p90', 'p99', 'max', 'total']);

/** The least width of a bar, in cells. */
const BAR_WIDTH = 20;

/** Rows of a table as lines, with a bar after them. */
class LineTable<Row> {
  readonly barWidth: number;
  readonly #placed;
  readonly #charset: Charset;
  readonly #width: number;

  constructor(columns: readonly ScreenColumn<Row>[], { width, glyphs }: LineRoom, leastBar: number) {
    this.#charset = glyphs.isAscii ? 'ascii' : 'utf-8';
    this.#placed = placedColumns(columns, width - Math.min(leastBar + 1, width >> 1));
    const last = this.#placed.at(-1);
    this.#width = leastBar === 0 || last === undefined ? width : last.x + last.width;
    this.barWidth = leastBar === 0 ? 0 : Math.max(1, width - this.#width - 1);
  }

  heading(): StyledLine {
    return this.#placed.map(({ column, width }) => {
      const text = column.align === 'right' ? column.title.padStart(width) : column.title.padEnd(width);
      return { text: `${text.slice(0, width)} `, role: 'dim', emphasis: UNDERLINE };
    });
  }

  line(row: Row): Span[] {
    return this.#placed.map(({ column, width }) => {
      const shown = column.span(row, width);
      const { text, ...span } = isBar(shown) ? { text: '' } : shown;
      return { ...span, text: `${this.#fitted(text, width, column.align === 'right')} ` };
    });
  }

  #fitted(text: string, width: number, isRight: boolean): string {
    // a malicious recording may have very long names
    let fitted = text.slice(0, width * 4);
    while (widthOf(fitted, this.#charset, width + 1) > width) fitted = fitted.slice(0, -1);
    const blanks = ' '.repeat(Math.max(0, width - widthOf(fitted, this.#charset)));
    return isRight ? blanks + fitted : fitted + blanks;
  }
}

function ms(value: number): string {
  return formatShortDuration(value);
}

function msSpan(value: number | null): Span {
  return { text: value === null ? '-' : ms(value) };
}

function countSpan(count: number, role: Span['role'] = 'plain'): Span {
  return { text: count === 0 ? '' : String(count), role };
}

function sessionSpan({ sessionId }: Pick<Turn, 'sessionId'>, glyphs: Glyphs): Span {
  return { text: sessionId.length <= 8 ? sessionId : `${glyphs.cut}${sessionId.slice(-7)}`, role: 'dim' };
}
