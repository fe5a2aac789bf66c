import type { Checked } from '../../report/check/checked.js';
import { subjectOf, type Conversations } from '../conversations/conversations.js';
import type { CheckSettings } from './check-settings.js';
import { ConversationCheck } from './conversation-check.js';
import { withQuotes } from './quotes.js';

/**
 * Checks a recording, or a file, which may hold several conversations. The usual check of a recording that has ended is made once and kept;
 * a check with other settings is made each time.
 *
 * @param quotes see {@link ConversationCheckOptions}
 */
export function checkNamed(
  named: string,
  conversations: Conversations,
  settings: CheckSettings,
  quotes: boolean,
): Iterable<Checked> {
  const recording = conversations.recording(named);
  if (recording === undefined || recording.state === 'live' || !settings.isUsual) {
    return conversations.read(named, (subject) => new ConversationCheck(subject, settings, { quotes }));
  }
  const { violations, statistics, ...rest } = conversations.analysis(recording);
  const wanted = violations.filter(({ rule }) => settings.isWanted(rule));
  const quoted = withQuotes(conversations.db, recording, wanted);
  const durationMs = statistics.hasTimes ? statistics.durationMs : 0;
  return [
    {
      ...rest,
      ...subjectOf(recording),
      durationMs,
      allowed: undefined,
      violations: quoted,
      configuration: settings.configuration,
    },
  ];
}
