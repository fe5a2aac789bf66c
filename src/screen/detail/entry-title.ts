import { SEVERITIES } from '../../check/engine/severity.js';
import type { TimelineEntry } from '../../wire/frame.js';
import type { Glyphs } from '../../report/glyphs.js';
import type { Span, StyledLine } from '../../report/styled-line.js';
import type { Conversation } from '../frame/conversation.js';
import { timelineRow } from '../../report/timeline-row.js';

/** The title above a frame: sender, kind, time and violations. */
export function entryTitle(
  conversation: Conversation,
  entry: TimelineEntry,
  glyphs: Glyphs,
): { readonly left: StyledLine; readonly right: StyledLine } {
  const row = timelineRow(entry, entry.type === 'frame' ? conversation.otherHalf(entry) : undefined);
  const [first = ''] = row.summary.split(' ');
  const update = row.method === 'session/update' ? ` ${first}` : '';
  const words = [row.kind, row.method + update, row.id === '' ? '' : `id ${row.id}`].filter((word) => word !== '');
  const after = row.latency === '' ? '' : `after ${row.latency}  `;
  return {
    left: [
      { text: `#${row.seq} `, role: 'dim' },
      senderSpan(entry, glyphs),
      { text: words.join('  '), role: entry.type === 'event' ? 'event' : 'plain' },
    ],
    right: [{ text: `  ${after}${row.time}  `, role: 'dim' }, ...violationSpans(conversation, entry.seq, glyphs)],
  };
}

function senderSpan(entry: TimelineEntry, { client, agent }: Glyphs): Span {
  if (entry.type === 'event') return { text: '' };
  if (entry.stream === 'stderr') return { text: 'stderr ', role: 'stderr' };
  return { text: `${entry.stream === 'client' ? client : agent} `, role: entry.stream };
}

function violationSpans({ findings }: Conversation, seq: number, glyphs: Glyphs): Span[] {
  const own = findings.violations.filter((violation) => violation.seq === seq);
  return SEVERITIES.flatMap((severity): Span[] => {
    const count = own.filter((violation) => violation.severity === severity).length;
    return count === 0 ? [] : [{ text: `${glyphs[severity]}${count} `, role: severity }];
  });
}
