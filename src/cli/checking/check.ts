import { RULES } from '../../check/rules/index.js';
import type { Severity } from '../../check/engine/severity.js';
import { TurntableError } from '../../errors.js';
import { configurationText, countsOf, isAtLeast, type Checked } from '../../report/check/checked.js';
import { summary } from '../../report/check/check-text.js';
import { parseDuration } from '../../replay/engine/pace.js';
import { formatCount } from '../../report/quantities.js';
import { LATEST } from '../../store/query/latest.js';
import { findRecording } from '../../store/query/recordings.js';
import { checkNamed } from '../../tasks/checking/check-named.js';
import { checkSettings, exitCode, type CheckOptions, type CheckSettings } from '../../tasks/checking/check-settings.js';
import { checkWhileLive, violationLine } from '../../tasks/checking/live-check.js';
import { refuseOverwriting } from '../../tasks/output-file.js';
import { Conversations } from '../../tasks/conversations/conversations.js';
import type { DatabaseOption } from '../../tasks/recordings/database-for.js';
import { forEachNamed } from '../program/failure.js';
import { painted, type CliIo } from '../program/io.js';
import { printReport, quotesFrames, type ReportFormat } from './check-output.js';

export interface CheckCommandOptions extends CheckOptions, DatabaseOption {
  readonly format?: ReportFormat;
  readonly show?: Severity;
  /** The file to write; stdout without it. */
  readonly output?: string;
  /** Whether to replace an existing file. */
  readonly force?: boolean;
  readonly follow?: boolean;
  /** With `follow`: how long a wait may go without progress before it is reported, such as `30s`. */
  readonly stall?: string;
}

/**
 * `turntable check`: where conversations break the protocol. Exit 1 with violations at or above --fail-on, 3 if one of several
 * could not be read.
 */
export async function check(named: readonly string[], options: CheckCommandOptions, io: CliIo): Promise<number> {
  const settings = checkSettings(options, process.cwd());
  if (options.output !== undefined && options.force !== true) refuseOverwriting(options.output);
  const conversations = new Conversations(options, io);
  try {
    if (!options.follow) return await checkAll(named, conversations, { settings, ...options }, io);
    return exitCode([await follow(named, conversations, { settings, ...options }, io)], settings);
  } finally {
    conversations.close();
  }
}

type SetOptions = CheckCommandOptions & { readonly settings: CheckSettings };

async function checkAll(
  named: readonly string[],
  conversations: Conversations,
  options: SetOptions,
  io: CliIo,
): Promise<number> {
  const all: Checked[] = [];
  const quotes = quotesFrames(options.format);
  const take = (name: string): unknown => all.push(...checkNamed(name, conversations, options.settings, quotes));
  const failed = await forEachNamed(named, conversations, take, io);
  if (all.length > 0) await printReport(all, { ...options, rules: RULES }, io);
  return failed || exitCode(all, options.settings);
}

/** Prints violations of one recording as they happen, until it ends. */
async function follow(
  [name = LATEST, ...others]: readonly string[],
  conversations: Conversations,
  { settings, show = 'warning', stall }: SetOptions,
  io: CliIo,
): Promise<Checked> {
  if (others.length > 0) throw new TurntableError('USAGE', '--follow takes only one recording');
  const { db } = conversations;
  const checked = await checkWhileLive(db, findRecording(db, name), settings, {
    io,
    stallMs: stall === undefined ? undefined : parseDuration(stall, '--stall'),
    told: async ({ violations, stalls }) => {
      const shown = violations.filter(({ severity }) => isAtLeast(severity, show));
      for (const violation of shown) await io.printLine(violationLine(violation));
      for (const line of stalls) await io.printLine(painted('yellow', line));
      await io.flush();
    },
  });
  const { configuration } = checked;
  if (configuration !== undefined) await io.printLine(configurationText(configuration));
  await io.printLine(`${formatCount(checked.frames, 'frame')}: ${summary(countsOf(checked.violations), show)}`);
  return checked;
}
