import type { StatsJson } from '../../report/json-output.js';
import { NOTHING_TOLD, OWN_ACCOUNT } from '../../report/inside/inner-text.js';
import { formatBytes, formatCount, formatDuration } from '../../report/quantities.js';
import { lineOf, Table, type Column } from '../../report/table.js';
import { printedJson } from '../../report/printed-json.js';
import { Conversations } from '../../tasks/conversations/conversations.js';
import { statisticsNamed } from '../../tasks/conversations/statistics-named.js';
import { forEachNamed } from '../program/failure.js';
import { painted, type CliIo } from '../program/io.js';
import type { DatabaseOption } from '../../tasks/recordings/database-for.js';
import { printTraffic } from './stats-traffic.js';

export interface StatsOptions extends DatabaseOption {
  readonly json?: boolean;
  readonly traffic?: boolean;
}

type MethodRow = StatsJson['methods'][number];
type TurnRow = StatsJson['turns'][number];

/** `turntable stats`: how long everything took, and who waited for whom; with --traffic, who sent how much. */
export async function stats(named: readonly string[], options: StatsOptions, io: CliIo): Promise<number> {
  const conversations = new Conversations(options, io);
  try {
    const all: StatsJson[] = [];
    const take = (name: string): unknown => all.push(...statisticsNamed(name, conversations));
    const failed = await forEachNamed(named, conversations, take, io);
    if (options.json && all.length > 0) await io.print(`${printedJson(all, 2)}\n`);
    else for (const each of all) await printStatistics(each, options, io);
    return failed;
  } finally {
    conversations.close();
  }
}

const METHOD_COLUMNS: readonly Column<MethodRow>[] = [
  { title: 'method', text: ({ method }) => method, align: 'left', width: [10, 40] },
  { title: 'asked by', text: ({ asker }) => asker, align: 'left', width: [8, 8] },
  { title: 'answers', text: ({ count }) => String(count), align: 'right', width: [7, 10] },
  { title: 'errors', text: ({ errors }) => String(errors), align: 'right', width: [6, 10] },
  { title: 'open', text: openText, align: 'right', width: [4, 16] },
  { title: 'p50', text: (row) => latencyText(row, row.p50Ms), align: 'right', width: [7, 14] },
  { title: 'p90', text: (row) => latencyText(row, row.p90Ms), align: 'right', width: [7, 14] },
  { title: 'p99', text: (row) => latencyText(row, row.p99Ms), align: 'right', width: [7, 14] },
  { title: 'max', text: (row) => latencyText(row, row.maxMs), align: 'right', width: [7, 14] },
  { title: '', text: () => '', align: 'left', width: [0, 0] },
];

const TURN_COLUMNS: readonly Column<TurnRow>[] = [
  { title: 'turn', text: ({ turn }) => String(turn), align: 'right', width: [4, 6] },
  { title: 'session', text: ({ sessionId }) => sessionId, align: 'left', width: [7, 10] },
  { title: 'total', text: ({ totalMs }) => formatMs(totalMs), align: 'right', width: [7, 14] },
  { title: 'first', text: ({ firstOutputMs }) => formatMs(firstOutputMs), align: 'right', width: [7, 14] },
  { title: 'agent', text: ({ agentMs }) => formatMs(agentMs), align: 'right', width: [7, 14] },
  { title: 'client', text: ({ clientMs }) => formatMs(clientMs), align: 'right', width: [7, 14] },
  { title: 'asking', text: ({ permissionMs }) => formatMs(permissionMs), align: 'right', width: [7, 14] },
  {
    title: 'tools',
    text: ({ toolMs, toolCalls }) => `${toolCalls}: ${formatMs(toolMs)}`,
    align: 'right',
    width: [7, 16],
  },
  { title: 'silence', text: ({ longestSilenceMs }) => formatMs(longestSilenceMs), align: 'right', width: [7, 14] },
  { title: 'tokens', text: ({ tokens }) => String(tokens?.total ?? ''), align: 'right', width: [6, 12] },
  { title: 'cost', text: costText, align: 'right', width: [4, 16] },
  { title: 'ended', text: endText, align: 'left', width: [8, 40] },
];

type InsideRow = NonNullable<StatsJson['inside']>['turns'][number];

const INSIDE_COLUMNS: readonly Column<InsideRow>[] = [
  { title: 'turn', text: ({ turn }) => String(turn), align: 'right', width: [4, 6] },
  { title: 'session', text: ({ sessionId }) => sessionId, align: 'left', width: [7, 10] },
  { title: 'model', text: ({ modelMs }) => formatMs(modelMs), align: 'right', width: [7, 14] },
  { title: 'tools', text: ({ toolMs }) => formatMs(toolMs), align: 'right', width: [7, 14] },
  { title: 'you', text: ({ youMs }) => formatMs(youMs), align: 'right', width: [7, 14] },
  { title: 'itself', text: ({ agentMs }) => formatMs(agentMs), align: 'right', width: [7, 14] },
  { title: 'steps', text: ({ spans }) => String(spans.length), align: 'right', width: [5, 8] },
  { title: '', text: () => '', align: 'left', width: [0, 0] },
];

const TIME_TITLES: ReadonlySet<string> = new Set([
  'open',
  'p50',
  'p90',
  'p99',
  'max',
  'total',
  'first',
  'agent',
  'client',
  'asking',
  'tools',
  'silence',
]);

async function printStatistics(all: StatsJson, options: StatsOptions, io: CliIo): Promise<void> {
  const { recording, hasTimes, durationMs, frames, bytes, sessions, methods, turns, stalls, live, inside } = all;
  await io.printLine(painted('bold', recording));
  const sent = `client ${formatCount(frames.client, 'frame')}, ${formatBytes(bytes.client)}; agent ${formatCount(frames.agent, 'frame')}, ${formatBytes(bytes.agent)}`;
  const duration = hasTimes ? formatMs(durationMs) : 'no recorded times';
  await io.printLine(`${duration}; ${formatCount(sessions, 'session')}; ${sent}`);
  for (const note of live?.notes ?? []) await io.printLine(painted('yellow', note));
  if (options.traffic) {
    await printTraffic(all, io);
    return;
  }
  if (methods.length > 0) await printTable(columnsFor(METHOD_COLUMNS, hasTimes), methods, io);
  if (turns.length > 0) await printTable(columnsFor(TURN_COLUMNS, hasTimes), turns, io);
  for (const { sessionId, turn, silentMs } of stalls) {
    await io.printLine(painted('yellow', `turn ${turn} of ${sessionId}: ${formatMs(silentMs)} of silence`));
  }
  if (inside !== null && hasTimes) await printInside(inside, io);
}

async function printInside({ turns, elsewhere, lost }: NonNullable<StatsJson['inside']>, io: CliIo): Promise<void> {
  await io.printLine();
  if (turns.length === 0) await io.printLine(painted('dim', NOTHING_TOLD));
  else {
    await io.printLine(painted('dim', `inside the agent, ${OWN_ACCOUNT}:`));
    await printTable(INSIDE_COLUMNS, turns, io);
  }
  if (elsewhere > 0) await io.printLine(painted('dim', `${formatCount(elsewhere, 'step')} outside of turns`));
  if (lost > 0) await io.printLine(painted('yellow', `${formatCount(lost, 'step')} told but not kept`));
}

/** The columns of times are left out if there are none. */
function columnsFor<Row>(columns: readonly Column<Row>[], hasTimes: boolean): readonly Column<Row>[] {
  return hasTimes ? columns : columns.filter(({ title }) => !TIME_TITLES.has(title));
}

async function printTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[], io: CliIo): Promise<void> {
  const table = new Table(columns, io.columns);
  table.measure(rows);
  await io.printLine();
  await io.printLine(painted('dim', lineOf(table.titles())));
  for (const row of rows) await io.printLine(lineOf(table.row(row)));
}

function costText({ cost }: TurnRow): string {
  return cost === null ? '' : `${cost.amount.toFixed(4)} ${cost.currency}`;
}

/** Without an answer, no time is known. */
function latencyText({ count }: MethodRow, ms: number): string {
  return formatMs(count === 0 ? null : ms);
}

function openText({ open, longestOpenMs }: MethodRow): string {
  return open === 0 ? '' : `${open}: ${formatMs(longestOpenMs)}`;
}

function endText({ stopReason, errorCode, answered, goesOn }: TurnRow): string {
  if (!answered) return goesOn ? 'in progress' : 'unanswered';
  return stopReason ?? (errorCode === null ? '' : `error ${errorCode}`);
}

function formatMs(ms: number | null): string {
  return ms === null ? '-' : formatDuration(ms * 1e6);
}
