import { TurntableError } from '../../errors.js';
import type { FixtureSource } from '../../fixture/format/fixture-source.js';
import type { FixtureEntry, FixtureHeader } from '../../fixture/format/format.js';
import { fixtureOf } from './recording-source.js';
import { conversationItems, STDIN } from '../conversations/conversation-file.js';
import { ALL_FORMATS } from '../conversations/foreign-file.js';
import type { Conversations } from '../conversations/conversations.js';

/**
 * The source of an export: a recording, or a file with one conversation.
 *
 * @throws {TurntableError} `USAGE` for standard input and for a file of several; what {@link conversationItems} throws
 */
export function exportSource(named: string, conversations: Conversations): FixtureSource {
  const recording = conversations.recording(named);
  return recording === undefined ? fileSource(named) : fixtureOf(conversations.db, recording);
}

function fileSource(file: string): FixtureSource {
  if (file === STDIN) {
    throw new TurntableError('USAGE', 'export cannot read standard input, because it reads its source more than once', {
      hint: 'Write the input to a file first.',
    });
  }
  let headers: readonly FixtureHeader[] = [];
  let count = 0;
  for (const item of conversationItems(file, ALL_FORMATS)) {
    if (item.type !== 'begin') continue;
    headers = item.headers;
    count += 1;
  }
  if (count > 1) {
    throw new TurntableError('USAGE', `${file} contains ${count} conversations`, {
      hint: 'Import it (turntable import), then export the recording you want.',
    });
  }
  return { headers, entries: () => entriesOf(file) };
}

function* entriesOf(file: string): Generator<FixtureEntry> {
  for (const item of conversationItems(file, ALL_FORMATS)) if (item.type === 'entry') yield item.entry;
}
