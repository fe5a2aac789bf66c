import type { Outside, StderrLine, UnfinishedLine } from '../../model/state/wait.js';
import { unfinishedLines, type BegunLine } from '../../store/journal/unfinished-lines.js';
import { lastStderrLine } from '../../store/query/last-rows.js';
import type { Recording } from '../../store/query/recordings.js';
import type { Database } from '../../store/schema/sqlite.js';
import { recordingNowMs } from './recording-now.js';

/** The facts about a live conversation besides its frames. Use them after the frames were read. */
export interface LiveFacts {
  /** The current time, in ms since time zero. */
  readonly nowMs: () => number;
  readonly outside: () => Outside;
}

/** @param now the wall clock, in ms since 1970 @returns undefined if the recording is not live */
export function liveFactsOf(db: Database, recording: Recording, now: () => number): LiveFacts | undefined {
  if (recording.state !== 'live') return undefined;
  return {
    nowMs: () => recordingNowMs(db, recording, now()),
    outside: () => outsideOf(db, recording),
  };
}

/** The unfinished lines, and the last line of the agent's stderr. */
export function outsideOf(db: Database, recording: Recording): Outside {
  const begun = recording.state === 'live' ? unfinishedLines(db, recording) : [];
  return { unfinished: begun.flatMap(unfinishedOf), stderr: stderrOf(db, recording, begun) };
}

function stderrOf(db: Database, recording: Recording, begun: readonly BegunLine[]): StderrLine | null | undefined {
  const open = begun.find(({ stream }) => stream === 'stderr');
  if (open !== undefined) return { seq: -1, at: open.lastNs / 1e6, text: textOf(open.bytes) };
  const { number, source, streams } = recording;
  const last = streams.stderr.frames === 0 ? undefined : lastStderrLine(db, number);
  if (last === undefined) return source === 'tap' ? null : undefined;
  return { seq: last.seq, at: last.atMs, text: textOf(last.bytes) };
}

function unfinishedOf({ stream, bytes, parts, sizeBytes, lastNs }: BegunLine): UnfinishedLine[] {
  if (stream === 'stderr') return [];
  return [{ sender: stream, bytes: parts === 0 ? bytes : undefined, sizeBytes, lastMs: lastNs / 1e6 }];
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
