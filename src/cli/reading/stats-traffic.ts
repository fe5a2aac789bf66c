import type { StatsJson } from '../../report/json-output.js';
import { formatBytes, formatDuration } from '../../report/quantities.js';
import { lineOf, Table, type Column } from '../../report/table.js';
import { painted, type CliIo } from '../program/io.js';

type Traffic = StatsJson['traffic'];
type Flow = Traffic['directions']['client'];
type MethodRow = Traffic['methods'][number];
type PartRow = Traffic['largest'][number];

interface Named extends Flow {
  readonly name: string;
}

interface Interval {
  readonly from: string;
  readonly client: number;
  readonly agent: number;
  readonly bar: string;
}

/** More rows of a table are left to --json. */
const MOST_ROWS = 20;
const BAR_CHARACTERS = 30;
/** Content that was sent so many times over is marked. */
const MARKED_TIMES = 10;

/** What was sent, for `stats --traffic`. */
export async function printTraffic(
  { traffic: { directions, methods, sessions, largest, overTime } }: StatsJson,
  io: CliIo,
): Promise<void> {
  const sides = (['client', 'agent'] as const).map((name): Named => ({ name, ...directions[name] }));
  await printTable([nameColumn('from'), ...FLOW_COLUMNS], sides, io);
  await printTable(METHOD_COLUMNS, methods, io);
  if (sessions.length > 1) {
    const named = sessions.map(({ sessionId, ...flow }): Named => ({ name: sessionId, ...flow }));
    await printTable([nameColumn('session'), ...FLOW_COLUMNS], named, io);
  }
  if (largest.length > 0) await printTable(PART_COLUMNS, largest, io);
  if (overTime !== null) await printTable(TIME_COLUMNS, intervalsOf(overTime), io);
}

function nameColumn(title: string): Column<Named> {
  return { title, text: ({ name }) => name, align: 'left', width: [6, 40] };
}

/** What follows the names in all tables of frames. */
const FLOW_COLUMNS: readonly Column<Flow>[] = [
  { title: 'frames', text: ({ frames }) => String(frames), align: 'right', width: [6, 10] },
  { title: 'bytes', text: ({ bytes }) => formatBytes(bytes), align: 'right', width: [7, 10] },
  { title: 'content', text: ({ sentBytes }) => contentText(sentBytes), align: 'right', width: [7, 10] },
  { title: 'new', text: ({ sentBytes, newBytes }) => newText(sentBytes, newBytes), align: 'right', width: [7, 10] },
  { title: 'times', text: ({ sentBytes, newBytes }) => timesText(sentBytes, newBytes), align: 'right', width: [5, 10] },
  { title: 'largest', text: largestText, align: 'left', width: [7, 30] },
];

const METHOD_COLUMNS: readonly Column<MethodRow>[] = [
  { title: 'method', text: methodText, align: 'left', width: [10, 50] },
  { title: 'from', text: ({ sender }) => sender, align: 'left', width: [6, 6] },
  ...FLOW_COLUMNS,
];

const PART_COLUMNS: readonly Column<PartRow>[] = [
  { title: 'largest', text: partText, align: 'left', width: [10, 40] },
  { title: 'session', text: ({ sessionId }) => sessionId, align: 'left', width: [7, 10] },
  { title: 'frames', text: ({ frames }) => String(frames), align: 'right', width: [6, 10] },
  { title: 'bytes', text: ({ bytes }) => formatBytes(bytes), align: 'right', width: [7, 10] },
  { title: 'content', text: ({ sentBytes }) => contentText(sentBytes), align: 'right', width: [7, 10] },
  { title: 'new', text: ({ sentBytes, newBytes }) => newText(sentBytes, newBytes), align: 'right', width: [7, 10] },
  { title: 'times', text: ({ sentBytes, newBytes }) => timesText(sentBytes, newBytes), align: 'right', width: [5, 10] },
  { title: 'from..to', text: ({ seq, endSeq }) => `${seq}..${endSeq}`, align: 'left', width: [8, 24] },
];

const TIME_COLUMNS: readonly Column<Interval>[] = [
  { title: 'time', text: ({ from }) => from, align: 'right', width: [8, 14] },
  { title: 'client', text: ({ client }) => formatBytes(client), align: 'right', width: [7, 10] },
  { title: 'agent', text: ({ agent }) => formatBytes(agent), align: 'right', width: [7, 10] },
  { title: '', text: ({ bar }) => bar, align: 'left', width: [0, BAR_CHARACTERS] },
];

function methodText({ kind, method, updateKind }: MethodRow): string {
  if (method === null) return kind === 'malformed' ? 'not a message' : `other ${kind}s`;
  if (updateKind !== null) return updateKind;
  return kind === 'response' ? `${method} (response)` : method;
}

function partText({ what, id, title }: PartRow): string {
  const kind = what === 'tool-call' ? 'tool call' : what;
  const name = title ?? id;
  return name === null ? kind : `${kind} ${name}`;
}

function contentText(sentBytes: number): string {
  return sentBytes === 0 ? '' : formatBytes(sentBytes);
}

function newText(sentBytes: number, newBytes: number): string {
  return sentBytes === 0 ? '' : formatBytes(newBytes);
}

/** How often the content was sent, where it is worth a word. */
function timesText(sentBytes: number, newBytes: number): string {
  const times = sentBytes / Math.max(1, newBytes);
  if (times < 1.5) return '';
  return times < MARKED_TIMES ? `${times.toFixed(1)}x` : `${times.toFixed(0)}x !`;
}

function largestText({ largest: { seq, bytes } }: Flow): string {
  return bytes === 0 ? '' : `${formatBytes(bytes)} at ${seq}`;
}

/** At most so many lines: neighbours are one where there are more. */
function intervalsOf({ intervalMs, intervals }: NonNullable<Traffic['overTime']>): Interval[] {
  const each = Math.ceil(intervals.length / MOST_ROWS);
  const sums = Array.from({ length: Math.ceil(intervals.length / each) }, (_, i) => {
    const own = intervals.slice(i * each, (i + 1) * each);
    const sum = (side: 'client' | 'agent') => own.reduce((bytes, interval) => bytes + interval[side], 0);
    return { client: sum('client'), agent: sum('agent') };
  });
  const most = sums.reduce((bytes, { client, agent }) => Math.max(bytes, client + agent), 1);
  return sums.map(({ client, agent }, i) => {
    const bar = '#'.repeat(Math.round(((client + agent) / most) * BAR_CHARACTERS));
    return { from: formatDuration(i * each * intervalMs * 1e6), client, agent, bar };
  });
}

async function printTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[], io: CliIo): Promise<void> {
  const shown = rows.slice(0, MOST_ROWS);
  const table = new Table(columns, io.columns);
  table.measure(shown);
  await io.printLine();
  await io.printLine(painted('dim', lineOf(table.titles())));
  for (const row of shown) await io.printLine(lineOf(table.row(row)));
  const more = rows.length - shown.length;
  if (more > 0) await io.printLine(painted('dim', `${more} more: --json shows all`));
}
