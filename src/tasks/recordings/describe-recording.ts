import type { Recording } from '../../store/query/recordings.js';
import { sizeOf } from '../../store/query/remove.js';
import { formatBytes, formatDuration } from '../../report/quantities.js';
import { endText } from '../../report/recording-end.js';
import { escapeUnsafe } from '../../wire/plain-text.js';

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

/** Local time, to the second. */
export function startedText({ startedUs }: Recording): string {
  const date = new Date(startedUs / 1000);
  const pad = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day} ${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
}
