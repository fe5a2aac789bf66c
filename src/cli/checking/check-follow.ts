import { setTimeout as sleep } from 'node:timers/promises';
import type { Severity } from '../../check/engine/severity.js';
import { TurntableError } from '../../errors.js';
import { findRecording, recordingNumbered } from '../../store/query/recordings.js';
import { countsOf, isAtLeast } from '../../report/check/checked.js';
import { summary } from '../../report/check/check-text.js';
import { formatCount } from '../../report/quantities.js';
import { exitCode, type CheckSettings } from '../../tasks/checking/check-settings.js';
import { Conversations } from '../../tasks/conversations/conversations.js';
import type { CliIo } from '../program/io.js';
import { LiveCheck, violationLine } from '../../tasks/checking/live-check.js';
import { bringIn, type DatabaseOption } from '../../tasks/recordings/open-up-to-date.js';

/** Between two looks at a recording that goes on, in ms. */
const LOOK_MS = 100;

export interface FollowOptions extends DatabaseOption {
  readonly show?: Severity;
}

/** Prints violations of one recording as they happen, until it ends. */
export async function follow(
  named: readonly string[],
  options: FollowOptions,
  settings: CheckSettings,
  io: CliIo,
): Promise<number> {
  const [name = '@last', ...others] = named;
  if (others.length > 0) throw new TurntableError('USAGE', '--follow follows one recording');
  const conversations = new Conversations(options, io);
  const { show = 'warning' } = options;
  try {
    const { db } = conversations;
    const recording = findRecording(db, name);
    const waiting: string[] = [];
    const live = new LiveCheck(db, recording, settings, (violation) => {
      if (isAtLeast(violation.severity, show)) waiting.push(violationLine(violation));
    });
    for (let isLive = true; isLive;) {
      // the state is read before the frames: an ended recording has shown all it has
      isLive = recordingNumbered(db, recording.number)?.state === 'live';
      if (isLive) live.look();
      const checked = isLive ? undefined : live.end();
      for (const line of waiting.splice(0)) await io.printLine(line);
      if (checked !== undefined) {
        await io.printLine(`${formatCount(checked.frames, 'frame')}: ${summary(countsOf(checked.violations), show)}`);
        return exitCode([checked], settings);
      }
      await io.flush();
      await sleep(LOOK_MS);
      bringIn(io, db);
    }
    return 0;
  } finally {
    conversations.close();
  }
}
