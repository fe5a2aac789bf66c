import { RULES } from '../../check/rules/index.js';
import type { Severity } from '../../check/engine/severity.js';
import type { Checked } from '../../report/check/checked.js';
import { printReport, quotesFrames, type ReportFormat } from './check-output.js';
import { checkSettings, exitCode, type CheckOptions, type CheckSettings } from '../../tasks/checking/check-settings.js';
import { follow } from './check-follow.js';
import { ConversationCheck } from '../../tasks/checking/conversation-check.js';
import { Conversations, subjectOf } from '../../tasks/conversations/conversations.js';
import type { CliIo } from '../program/io.js';
import type { DatabaseOption } from '../../tasks/recordings/open-up-to-date.js';
import { withQuotes } from '../../tasks/checking/quotes.js';

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
    const quotes = quotesFrames(options.format);
    for (const name of named.length === 0 ? ['@last'] : named)
      all.push(...checkNamed(name, conversations, settings, quotes));
    await printReport(all, { ...options, settings, rules: RULES }, io);
    return exitCode(all, settings);
  } finally {
    conversations.close();
  }
}

/** A recording that has ended is checked once; a check that differs from the usual one is made anew. */
function checkNamed(
  name: string,
  conversations: Conversations,
  settings: CheckSettings,
  quotes: boolean,
): Iterable<Checked> {
  const recording = conversations.recording(name);
  if (recording === undefined || recording.state === 'live' || !settings.isUsual) {
    return conversations.read(name, (subject) => new ConversationCheck(subject, settings, { quotes }));
  }
  const { violations, ...rest } = conversations.analysis(recording);
  const wanted = violations.filter(({ rule }) => settings.isWanted(rule));
  return [{ ...rest, ...subjectOf(recording), violations: withQuotes(conversations.db, recording, wanted) }];
}
