import type { WhyJson } from '../../report/waits/why-json-schema.js';
import { waitingFor } from '../../report/waits/waiting.js';
import { formatBytes, formatShortDuration } from '../../report/quantities.js';
import type { Glyphs } from '../../report/glyphs.js';
import type { Span } from '../../report/styled-line.js';
import type { RecordingItem } from '../frame/conversation.js';
import type { ScreenColumn } from '../tables/table-painter.js';
import { violationCounts } from './violation-counts.js';

/** A recording in the list. */
export interface RecordingRow {
  readonly item: RecordingItem;
  /** For a live recording: who waits for whom now. */
  readonly why: WhyJson | undefined;
}

/** The first character of a label that is the end of an id, not a name. */
const UNNAMED = '~';

/** Whether a recording has a name of its own. */
export function hasName({ label }: RecordingItem): boolean {
  return !label.startsWith(UNNAMED);
}

export interface ListFacts {
  /** Whether some have names. A name tells more than the client, so the column of clients is then dropped first. */
  readonly hasNames: boolean;
  /** Whether something is owed in some of them. */
  readonly hasWaits: boolean;
}

export function recordingColumns(
  glyphs: Glyphs,
  { hasNames, hasWaits }: ListFacts,
): readonly ScreenColumn<RecordingRow>[] {
  const right = { align: 'right' } as const;
  const columns: readonly ScreenColumn<RecordingRow>[] = [
    { title: '#', width: 3, ...right, dropped: 7, span: ({ item }) => ({ text: String(item.number), role: 'dim' }) },
    { title: 'When', width: 10, dropped: 0, span: whenSpan },
    {
      title: 'Agent',
      width: 14,
      isFlexible: true,
      most: 26,
      dropped: 0,
      span: ({ item: { agent, label } }) =>
        agent === '' ? { text: label, role: 'dim' } : { text: agent, role: 'agent' },
    },
    {
      title: 'Client',
      width: 14,
      isFlexible: true,
      most: 26,
      dropped: hasNames ? 9 : 6,
      span: ({ item }) => ({ text: item.client, role: 'client' }),
    },
    {
      title: 'Name',
      width: 16,
      isFlexible: true,
      dropped: hasNames ? 6 : 11,
      span: ({ item }) => ({ text: item.label, role: hasName(item) ? 'plain' : 'dim' }),
    },
    { title: 'Waits for', width: WAITS_WIDTH, dropped: 2, span: waitsSpan },
    {
      title: 'Turns',
      width: 5,
      ...right,
      dropped: 3,
      span: ({ item: { turns } }) => ({ text: turns === undefined ? glyphs.cut : String(turns) }),
    },
    { title: 'Frames', width: 7, ...right, dropped: 4, span: ({ item }) => ({ text: String(item.frames) }) },
    {
      title: 'Took',
      width: 7,
      ...right,
      dropped: 5,
      span: ({ item, why }) => ({
        text: formatShortDuration(why?.atMs ?? item.durationNs / 1e6),
        role: 'dim',
      }),
    },
    { title: 'Size', width: 7, ...right, dropped: 8, span: ({ item }) => ({ text: formatBytes(item.sizeBytes) }) },
    { title: 'End', width: 10, dropped: 10, span: ({ item }) => shortEnd(item.end) },
    { title: 'Violations', width: 10, dropped: 1, span: ({ item }) => violationCounts(item.violations, glyphs) },
  ];
  return hasWaits ? columns : columns.filter(({ span }) => span !== waitsSpan);
}

/** `stuck? agent 59m59s`. */
const WAITS_WIDTH = 20;

/** When it began; for a live one, that it may be stuck. This column is shown at any width. */
function whenSpan({ item, why }: RecordingRow): Span {
  if (why?.stuck === true) return { text: 'stuck?', role: 'warning' };
  return { text: item.state === 'live' ? 'live' : item.when };
}

function waitsSpan({ why }: RecordingRow): Span {
  if (why === undefined || why.waitingMs === null) return { text: '' };
  const text = `${waitingFor(why)} ${formatShortDuration(why.waitingMs)}`;
  return why.stuck ? { text: `stuck? ${text}`, role: 'warning' } : { text };
}

/**
 * Shortens an end such as `tap killed, damaged` to the part about missing data, which matters most. The facts below the table show all of
 * it.
 */
function shortEnd(end: string): Span {
  const comma = end.lastIndexOf(', ');
  return comma === -1 ? { text: end, role: 'dim' } : { text: end.slice(comma + 2), role: 'warning' };
}
