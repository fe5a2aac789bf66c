import { TurntableError } from '../../errors.js';
import { prunable, sizeOf } from '../../store/query/remove.js';
import { printedJson } from '../../report/printed-json.js';
import { formatBytes, formatCount } from '../../report/quantities.js';
import { describeRecording } from '../../tasks/recordings/describe-recording.js';
import { recordingJson } from '../../tasks/recordings/recording-json.js';
import { removeAll } from '../../tasks/recordings/remove-recordings.js';
import { parseAgeMs, parseBytes } from '../program/amounts.js';
import type { CliIo } from '../program/io.js';
import type { DatabaseOption } from '../../tasks/recordings/database-for.js';
import { openUpToDate } from '../../tasks/recordings/open-up-to-date.js';

export interface PruneOptions extends DatabaseOption {
  /** An age: `30d`, `12h`, `2w`. */
  readonly older?: string;
  /** A size: `2GB`, `500MB`. */
  readonly max?: string;
  readonly keepNamed?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** `turntable prune`: removes recordings that are too old, or the oldest ones until the rest are small enough. */
export async function prune(options: PruneOptions, io: CliIo): Promise<number> {
  const { older, max, keepNamed = false, dryRun = false, json = false } = options;
  if (older === undefined && max === undefined) {
    throw new TurntableError('USAGE', 'prune needs a limit', {
      hint: 'Add --older 30d, --max 2GB, or both.',
    });
  }
  const policy = {
    keepNamed,
    ...(older !== undefined && { startedBeforeUs: (Date.now() - ageMs(older)) * 1000 }),
    ...(max !== undefined && { maxBytes: sizeBytes(max) }),
  };
  const db = openUpToDate(io, options);
  try {
    const recordings = prunable(db, policy);
    for (const recording of dryRun ? recordings : removeAll(db, recordings)) {
      if (!json) await io.printLine(`${dryRun ? 'would remove' : 'removed'} ${describeRecording(recording)}`);
    }
    if (json)
      await io.print(
        `${printedJson(
          recordings.map((recording) => recordingJson(recording)),
          2,
        )}\n`,
      );
    const freed = recordings.reduce((sum, recording) => sum + sizeOf(recording), 0);
    io.say(
      `${dryRun ? 'would remove' : 'removed'} ${formatCount(recordings.length, 'recording')}, ${formatBytes(freed)}`,
    );
    return 0;
  } finally {
    db.close();
  }
}

function ageMs(text: string): number {
  const ms = parseAgeMs(text);
  if (ms === undefined)
    throw new TurntableError('USAGE', `invalid --older ${JSON.stringify(text)}: use an age such as 12h, 30d or 2w`);
  return ms;
}

function sizeBytes(text: string): number {
  const bytes = parseBytes(text);
  if (bytes === undefined)
    throw new TurntableError('USAGE', `invalid --max ${JSON.stringify(text)}: use a size such as 500MB or 2GB`);
  return bytes;
}
