import type { Recording, StreamTotals } from '../store/recordings.js';

/** A recording as `--json` prints it. Times are ISO 8601 in UTC, durations and counts plain numbers. */
export interface RecordingJson {
  readonly number: number;
  readonly id: string;
  readonly name: string | null;
  readonly source: 'tap' | 'import';
  readonly state: Recording['state'];
  readonly started: string;
  /** Wall clock of the first line, where it is known. */
  readonly recorded: string | null;
  readonly durationMs: number;
  readonly argv: readonly string[] | null;
  readonly cwd: string | null;
  readonly exitCode: number | null;
  readonly exitSignal: string | null;
  readonly events: number;
  readonly streams: Readonly<Record<'client' | 'agent' | 'stderr', StreamJson>>;
}

export interface StreamJson {
  readonly frames: number;
  readonly bytes: number;
  readonly lostBytes: number;
}

export function recordingJson(recording: Recording): RecordingJson {
  const { number, id, name, source, state, startedUs, recordedUs, lastNs, argv, cwd, events, streams } = recording;
  return {
    number,
    id,
    name: name ?? null,
    source,
    state,
    started: isoTime(startedUs),
    recorded: recordedUs === undefined ? null : isoTime(recordedUs),
    durationMs: lastNs / 1e6,
    argv: argv ?? null,
    cwd: cwd ?? null,
    exitCode: recording.exitCode ?? null,
    exitSignal: recording.exitSignal ?? null,
    events,
    streams: {
      client: streamJson(streams.client),
      agent: streamJson(streams.agent),
      stderr: streamJson(streams.stderr),
    },
  };
}

function streamJson({ frames, bytes, lost }: StreamTotals): StreamJson {
  return { frames, bytes, lostBytes: lost };
}

/** @param us wall clock in µs since 1970 */
export function isoTime(us: number): string {
  return new Date(us / 1000).toISOString();
}
