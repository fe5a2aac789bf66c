import { checkSettings } from '../tasks/checking/check-settings.js';
import { ConversationCheck } from '../tasks/checking/conversation-check.js';
import { readFile } from '../tasks/conversations/conversations.js';
import { checkJson } from '../report/check/check-json.js';
import type { CheckFixtureOptions, FixtureCheck } from './types.js';

/** What `check` says of a file, with the settings that it would take here. */
export function checkOf(source: string | Uint8Array, options: CheckFixtureOptions): FixtureCheck {
  const settings = checkSettings(options, process.cwd());
  const [file, bytes] = typeof source === 'string' ? [source, undefined] : ['fixture', source];
  return checkJson([...readFile(file, (subject) => new ConversationCheck(subject, settings), { bytes })]);
}
