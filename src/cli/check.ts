import { setTimeout as sleep } from 'node:timers/promises';
import { RULES } from '../check/rules/index.js';
import type { Severity } from '../check/rule.js';
import { TurntableError } from '../errors.js';
import { findRecording, recordingNumbered } from '../store/recordings.js';
import { summary } from '../view/check-report/text.js';
import { countsOf, isAtLeast, type Checked } from '../view/check-report/checked.js';
import { printReport, type ReportFormat } from './check-output.js';
import { checkSettings, type CheckOptions, type CheckSettings } from './check-settings.js';
import { ConversationCheck } from './conversation-check.js';
import { Conversations } from './conversations.js';
import type { CliIo } from './io.js';
import { LiveCheck, violationLine } from './live-check.js';
import { bringIn, type DatabaseOption } from './open.js';

export interface CheckCommandOptions extends CheckOptions, DatabaseOption {
  readonly format?: ReportFormat;
  readonly show?: Severity;
  readonly output?: string;
  readonly follow?: boolean;
}

/** `turntable check`: where conversations break the protocol. Exit 1 with violations at or above --fail-on. */
export async function check(named: readonly string[], options: CheckCommandOptions, io: CliIo): Promise<number> {
  const settings = checkSettings(options, process.cwd());
  if (options.follow) return follow(named, options, settings, io);
  const conversations = new Conversations(options, io);
  try {
    const all: Checked[] = [];
    for (const name of named.length === 0 ? ['@last'] : named) {
      all.push(...conversations.read(name, (subject) => new ConversationCheck(subject, settings)));
    }
    await printReport(all, { ...options, settings, rules: RULES }, io);
    return exitCode(all, settings);
  } finally {
    conversations.close();
  }
}

function exitCode(all: readonly Checked[], { failOn }: CheckSettings): number {
  if (failOn === 'never') return 0;
  const counts = countsOf(all.flatMap(({ violations }) => violations));
  return (['error', 'warning', 'info'] as const).some((severity) => counts[severity] > 0 && isAtLeast(severity, failOn))
    ? 1
    : 0;
}

/** Between two looks at a recording that goes on, in ms. */
const LOOK_MS = 100;

/** Prints violations of one recording as they happen, until it ends. */
async function follow(
  named: readonly string[],
  options: CheckCommandOptions,
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
        await io.printLine(`${checked.frames} frames: ${summary(countsOf(checked.violations), show)}`);
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
