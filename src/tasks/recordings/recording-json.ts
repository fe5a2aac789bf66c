import type { Recording, StreamTotals } from '../../store/query/recordings.js';
import type { Launch } from '../../wire/launch.js';
import type { Standing } from '../waiting/standing.js';
import type { RecordingJson } from '../../report/json-output.js';
import { wallDate } from '../../wire/wall-date.js';

/** A recording as `--json` prints it. @param standing the current state of a live one */
export function recordingJson(recording: Recording, standing?: Standing): RecordingJson {
  const { number, id, name, source, state, startedUs, recordedUs, lastNs, argv, cwd, launch, events, streams } =
    recording;
  return {
    number,
    id,
    name: name ?? null,
    source,
    state,
    started: isoTime(startedUs),
    recorded: recordedUs === undefined ? null : isoTime(recordedUs),
    durationMs: (standing?.tookNs ?? lastNs) / 1e6,
    waitingMs: standing?.waitingMs ?? null,
    waitingFor: standing?.waitingFor ?? null,
    stuck: standing?.stuck ?? false,
    argv: argv === undefined ? null : [...argv],
    cwd: cwd ?? null,
    exitCode: recording.exitCode ?? null,
    exitSignal: recording.exitSignal ?? null,
    events,
    sha256: recording.sha256 ?? null,
    launch: launch === undefined ? null : launchJson(launch),
    kept: recording.isKept,
    streams: {
      client: streamJson(streams.client),
      agent: streamJson(streams.agent),
      stderr: streamJson(streams.stderr),
    },
    damage: recording.damage ?? null,
  };
}

function launchJson({ env, ...texts }: Launch): RecordingJson['launch'] {
  return { ...texts, ...(env !== undefined && { env: [...env] }) };
}

function streamJson({ frames, bytes, lost }: StreamTotals): RecordingJson['streams']['client'] {
  return { frames, bytes, lostBytes: lost };
}

/** @param us wall clock in µs since 1970 */
export function isoTime(us: number): string {
  return wallDate(us).toISOString();
}
