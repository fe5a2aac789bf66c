import type { Glyphs } from '../../report/glyphs.js';
import type { Role } from '../../report/style.js';
import { formatOffset, formatShortDuration } from '../../report/quantities.js';
import { latencyOf, timelineRow } from '../../report/timeline-row.js';
import type { OtherHalf, TimelineEntry } from '../../wire/frame.js';
import type { Conversation } from '../frame/conversation.js';
import type { Run } from './runs.js';
import type { ScreenColumn } from '../tables/table-painter.js';

/** The reference of the times: the start, the line before, or the clock. */
export type TimeColumn = 'start' | 'delta' | 'clock';

/** A line of the timeline, in columns. */
export interface FrameLine {
  readonly seq: string;
  readonly time: string;
  readonly sender: string;
  readonly kind: string;
  /** The method; for an update, its kind. */
  readonly what: string;
  readonly id: string;
  readonly summary: string;
  readonly latency: string;
  readonly size: string;
  /** How many chunks this line stands for. */
  readonly count: number;
}

export interface FrameLineOptions {
  readonly time: TimeColumn;
  readonly textOf: (run: Run) => { readonly text: string; readonly count: number } | undefined;
}

/** Undefined if there is no such entry. */
export function frameLine(
  conversation: Conversation,
  run: Run,
  { time, textOf }: FrameLineOptions,
): FrameLine | undefined {
  const entry = conversation.entry(run.first);
  if (entry === undefined) return undefined;
  const other = entry.type === 'frame' ? conversation.otherHalf(entry) : undefined;
  const row = timelineRow(entry, other);
  const merged = run.last > run.first ? textOf(run) : undefined;
  const [kind = '', ...rest] = row.summary.split(' ');
  const isUpdate = row.method === 'session/update' && kind !== '';
  // written member by member: with a spread, V8 would allocate the lines among long-lived objects, and each key leaves forty of them
  return {
    seq: row.seq,
    time: timeText(conversation, entry, time),
    sender: row.sender,
    kind: row.kind,
    what: isUpdate ? kind : row.method === '' && entry.type === 'event' ? row.kind : row.method,
    id: row.id,
    summary: merged === undefined ? (isUpdate ? rest.join(' ') : row.summary) : JSON.stringify(merged.text),
    latency: latencyText(entry, other),
    size: row.size,
    count: merged?.count ?? 1,
  };
}

function latencyText(entry: TimelineEntry, other: OtherHalf | undefined): string {
  if (entry.type !== 'frame' || entry.envelope?.kind !== 'response') return '';
  const ns = latencyOf(entry, other);
  return ns === undefined ? '' : formatShortDuration(ns / 1e6);
}

function timeText(conversation: Conversation, entry: TimelineEntry, time: TimeColumn): string {
  const ns = timeOf(entry);
  if (ns === undefined) return '';
  if (time === 'clock') return conversation.clock(ns);
  if (time === 'start') return formatOffset(ns);
  const before = conversation.entry(entry.seq - 1);
  const beforeNs = before === undefined ? undefined : timeOf(before);
  return beforeNs === undefined ? '' : `+${formatShortDuration(Math.max(0, ns - beforeNs) / 1e6)}`;
}

/** When it was complete, in ns since time zero. */
function timeOf(entry: TimelineEntry): number | undefined {
  return entry.type === 'frame' ? entry.lastNs : entry.atNs;
}

const SHORT_KINDS: Readonly<Record<string, string>> = {
  request: 'req',
  response: 'res',
  notification: 'notif',
  malformed: 'bad',
  batch: 'batch',
};

/** What the columns of the timeline depend on. */
export interface FrameColumnsOptions {
  readonly glyphs: Glyphs;
  readonly time: TimeColumn;
  /** The width of the list, in cells. */
  readonly width: number;
  /** How many frames and events there are. */
  readonly entries: number;
  /** How long the recording is. */
  readonly durationNs: number;
}

/** Below this width method and summary are one column. */
const NARROW_WIDTH = 60;

export function frameColumns(options: FrameColumnsOptions): readonly ScreenColumn<FrameLine>[] {
  const { glyphs, time, width, entries } = options;
  const right = { align: 'right' } as const;
  const numberWidth = Math.max(3, String(entries).length);
  const title = { start: 'T+', delta: 'Delta', clock: 'Clock' }[time];
  return [
    { title: '#', width: numberWidth, ...right, dropped: 4, span: ({ seq }) => ({ text: seq, role: 'dim' }) },
    { title, width: timeWidth(options), ...right, dropped: 3, span: (line) => ({ text: line.time, role: 'dim' }) },
    { title: 'From', width: 4, dropped: 0, span: ({ sender }) => senderSpan(sender, glyphs) },
    { title: 'Kind', width: 5, dropped: 5, span: ({ kind }) => ({ text: SHORT_KINDS[kind] ?? '', role: 'dim' }) },
    { title: 'Id', width: 6, dropped: 7, span: ({ id }) => ({ text: id, role: 'dim' }) },
    ...(width < NARROW_WIDTH ? [wholeColumn(glyphs)] : wordColumns(glyphs)),
    { title: 'Took', width: 7, ...right, dropped: 6, span: ({ latency }) => ({ text: latency, role: 'dim' }) },
    { title: 'Size', width: 7, ...right, dropped: 8, span: ({ size }) => ({ text: size, role: 'dim' }) },
  ];
}

function timeWidth({ time, durationNs }: FrameColumnsOptions): number {
  if (time === 'clock') return 12;
  return time === 'delta' ? 8 : Math.max(6, formatOffset(durationNs).length);
}

/** The columns for method and summary. */
function wordColumns(glyphs: Glyphs): readonly ScreenColumn<FrameLine>[] {
  return [
    {
      title: 'Method',
      width: 20,
      isFlexible: true,
      most: 28,
      dropped: 0,
      span: (line, width) => ({ text: methodText(line, width, glyphs), role: roleOfMethod(line) }),
    },
    {
      title: 'Summary',
      width: 20,
      isFlexible: true,
      dropped: 0,
      span: ({ summary, sender, what }) => ({ text: summary, role: roleOfText(sender, what) }),
    },
  ];
}

/** One column for method and summary. */
function wholeColumn(glyphs: Glyphs): ScreenColumn<FrameLine> {
  return {
    title: 'Frame',
    width: 28,
    isFlexible: true,
    dropped: 0,
    span: (line, width) => {
      const { summary, what, sender } = line;
      const text = `${methodText(line, Math.floor(width * 0.6), glyphs)} ${summary}`.trim();
      return { text, role: summary === '' ? roleOfMethod(line) : roleOfText(sender, what) };
    },
  };
}

/** The method, with the number of chunks in the line; if there is little room, only its last word. */
function methodText({ what, count }: FrameLine, width: number, { times, cut }: Glyphs): string {
  const behind = count > 1 ? ` ${times}${count}` : '';
  if (what.length + behind.length <= width) return what + behind;
  const short = what.slice(what.lastIndexOf('/') + 1).replace(/_chunk$/, '');
  if (short.length + behind.length <= width) return short + behind;
  return `${short.slice(0, Math.max(1, width - behind.length - 1))}${cut}${behind}`;
}

function roleOfMethod({ sender, what }: FrameLine): Role {
  if (sender === '') return 'event';
  return what.startsWith('tool_call') ? 'tool' : 'plain';
}

function senderSpan(sender: string, { client, agent }: Glyphs) {
  if (sender === 'client') return { text: client, role: 'client' } as const;
  if (sender === 'agent') return { text: agent, role: 'agent' } as const;
  return sender === 'stderr' ? ({ text: 'err', role: 'stderr' } as const) : { text: '' };
}

function roleOfText(sender: string, what: string): Role {
  if (sender === 'stderr') return 'stderr';
  if (sender === '') return 'event';
  if (what === 'agent_thought_chunk') return 'thought';
  return 'plain';
}
