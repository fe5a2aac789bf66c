import { checkSettings } from '../cli/check-settings.js';
import { ConversationCheck } from '../cli/conversation-check.js';
import { readFile } from '../cli/conversations.js';
import { checkJson } from '../view/check-report/json.js';
import type { CheckFixtureOptions, FixtureCheck } from './check-fixture.js';

/** What `check` says of a file, with the settings that it would take here. */
export function checkOf(source: string | Uint8Array, options: CheckFixtureOptions): FixtureCheck {
  const settings = checkSettings(options, process.cwd());
  const [file, bytes] = typeof source === 'string' ? [source, undefined] : ['fixture', source];
  return checkJson([...readFile(file, (subject) => new ConversationCheck(subject, settings), bytes)]);
}
