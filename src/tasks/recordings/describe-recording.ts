import type { Recording } from '../../store/query/recordings.js';
import { sizeOf } from '../../store/query/remove.js';
import { formatBytes, formatDuration } from '../../report/quantities.js';
import { endText } from '../../report/recording-end.js';
import type { Standing } from '../waiting/standing.js';
import { escapeUnsafe } from '../../wire/plain-text.js';
import { wallDate } from '../../wire/wall-date.js';

/** A recording in one line. @param standing the current state of a live one */
export function describeRecording(recording: Recording, standing?: Standing): string {
  const { tookNs: lastNs = recording.lastNs } = standing ?? {};
  const facts = factsOf({ ...recording, lastNs }, recording.startedUs);
  return described([`recording ${recording.number}`, ...facts, endText(recording, standing)]);
}

/** A file in one line, described as the recording that it became. */
export function describeFile(file: string, recording: Recording): string {
  const { exitCode, exitSignal, recordedUs } = recording;
  const isEndKnown = exitCode !== undefined || exitSignal !== undefined;
  return described([file, ...factsOf(recording, recordedUs), isEndKnown ? endText(recording) : undefined]);
}

function factsOf(recording: Recording, startedUs: number | undefined): (string | undefined)[] {
  const { name, argv, lastNs } = recording;
  const started = startedUs === undefined ? undefined : startedText({ startedUs });
  return [name, argv?.join(' '), started, formatDuration(lastNs), formatBytes(sizeOf(recording))];
}

function described(parts: readonly (string | undefined)[]): string {
  return escapeUnsafe(parts.filter((part) => part !== undefined && part !== '').join(' · '));
}

/** Local time, to the second. */
export function startedText({ startedUs }: Pick<Recording, 'startedUs'>): string {
  const date = wallDate(startedUs);
  const pad = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day} ${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
}
