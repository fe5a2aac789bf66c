import type { Glyphs } from '../cells/glyphs.js';
import type { Role } from '../cells/style.js';
import { formatDuration } from '../quantities.js';
import { timelineRow } from '../timeline-row.js';
import type { TimelineEntry } from '../../wire/frame.js';
import type { Conversation } from './conversation.js';
import type { Run } from './runs.js';
import type { ScreenColumn } from './table-painter.js';

/** What the time of a frame is counted from. */
export type TimeColumn = 'start' | 'delta' | 'clock';

/** A line of the timeline, in columns. */
export interface FrameLine {
  readonly seq: string;
  readonly time: string;
  readonly sender: string;
  readonly kind: string;
  /** The method, of an update its kind. */
  readonly what: string;
  readonly id: string;
  readonly summary: string;
  readonly latency: string;
  readonly size: string;
  /** So many chunks are in this line. */
  readonly count: number;
}

export interface FrameLineOptions {
  readonly time: TimeColumn;
  readonly textOf: (run: Run) => { readonly text: string; readonly count: number } | undefined;
}

/** Undefined where there is no such entry. */
export function frameLine(
  conversation: Conversation,
  run: Run,
  { time, textOf }: FrameLineOptions,
): FrameLine | undefined {
  const entry = conversation.entry(run.first);
  if (entry === undefined) return undefined;
  const row = timelineRow(entry, entry.type === 'frame' ? conversation.otherHalf(entry) : undefined);
  const merged = run.last > run.first ? textOf(run) : undefined;
  const [kind = '', ...rest] = row.summary.split(' ');
  const isUpdate = row.method === 'session/update' && kind !== '';
  // not spread: V8 then makes such lines among the objects that last, and each key leaves forty of them
  return {
    seq: row.seq,
    time: timeText(conversation, entry, time),
    sender: row.sender,
    kind: row.kind,
    what: isUpdate ? kind : row.method === '' && entry.type === 'event' ? row.kind : row.method,
    id: row.id,
    summary: merged === undefined ? (isUpdate ? rest.join(' ') : row.summary) : JSON.stringify(merged.text),
    latency: row.latency,
    size: row.size,
    count: merged?.count ?? 1,
  };
}

function timeText(conversation: Conversation, entry: TimelineEntry, time: TimeColumn): string {
  const ns = timeOf(entry);
  if (ns === undefined) return '';
  if (time === 'clock') return conversation.clock(ns);
  if (time === 'start') return (ns / 1e9).toFixed(3);
  const before = conversation.entry(entry.seq - 1);
  const beforeNs = before === undefined ? undefined : timeOf(before);
  return beforeNs === undefined ? '' : `+${formatDuration(Math.max(0, ns - beforeNs))}`;
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

export function frameColumns(glyphs: Glyphs, time: TimeColumn): readonly ScreenColumn<FrameLine>[] {
  const title = { start: 'T+', delta: 'Delta', clock: 'Clock' }[time];
  const right = { align: 'right' } as const;
  return [
    { title: '#', width: 7, ...right, dropped: 4, span: ({ seq }) => ({ text: seq, role: 'dim' }) },
    {
      title,
      width: time === 'clock' ? 12 : 9,
      ...right,
      dropped: 2,
      span: (line) => ({ text: line.time, role: 'dim' }),
    },
    { title: 'From', width: 4, dropped: 0, span: ({ sender }) => senderSpan(sender, glyphs) },
    { title: 'Kind', width: 5, dropped: 5, span: ({ kind }) => ({ text: SHORT_KINDS[kind] ?? '', role: 'dim' }) },
    { title: 'Id', width: 6, dropped: 7, span: ({ id }) => ({ text: id, role: 'dim' }) },
    {
      title: 'Method',
      width: 24,
      dropped: 3,
      span: ({ what, count, sender }) => ({
        text: count > 1 ? `${what} ${glyphs.times}${count}` : what,
        role: sender === '' ? 'event' : what.startsWith('tool_call') ? 'tool' : 'plain',
      }),
    },
    {
      title: 'Summary',
      width: 10,
      isFlexible: true,
      dropped: 0,
      span: ({ summary, sender, what }) => ({ text: summary, role: roleOfText(sender, what) }),
    },
    { title: 'Took', width: 8, ...right, dropped: 6, span: ({ latency }) => ({ text: latency, role: 'dim' }) },
    { title: 'Size', width: 7, ...right, dropped: 8, span: ({ size }) => ({ text: size, role: 'dim' }) },
  ];
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
