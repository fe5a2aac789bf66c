import type { Recording } from '../store/recordings.js';
import { sizeOf } from '../store/remove.js';
import { formatBytes, formatDuration } from '../view/quantities.js';
import { escapeUnsafe } from '../wire/plain-text.js';
import { endText, startedText } from './list.js';

/** A recording in one line. */
export function describeRecording(recording: Recording): string {
  const { number, name, argv, lastNs } = recording;
  const parts = [
    `recording ${number}`,
    name,
    argv?.join(' '),
    startedText(recording),
    formatDuration(lastNs),
    formatBytes(sizeOf(recording)),
    endText(recording),
  ];
  return escapeUnsafe(parts.filter((part) => part !== undefined && part !== '').join(' · '));
}
