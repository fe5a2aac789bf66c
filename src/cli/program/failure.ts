import { reasonOf, TurntableError } from '../../errors.js';
import { databaseError } from '../../store/schema/sqlite-errors.js';
import { LATEST } from '../../store/query/latest.js';
import type { Conversations } from '../../tasks/conversations/conversations.js';
import type { CliIo } from './io.js';
import { seeHelp } from './see-help.js';

/**
 * Prints the error that ended a command, and returns the exit code.
 *
 * @param command the command whose help usage errors point to
 * @param damage says whether the database is damaged; it is called before an error is reported as a bug
 */
export function explainFailure(
  failure: unknown,
  io: CliIo,
  {
    command,
    damage,
  }: { readonly command?: string | undefined; readonly damage?: () => TurntableError | undefined } = {},
): number {
  const isExplained = failure instanceof TurntableError;
  const thrown = isExplained ? failure : (databaseError(failure) ?? damage?.() ?? failure);
  if (thrown instanceof TurntableError) {
    io.say(`turntable: ${setIn(thrown.message)}`);
    if (thrown.hint !== undefined) io.say(setIn(thrown.hint));
    if (thrown.code === 'USAGE') io.say(seeHelp(command));
    return thrown.exitCode;
  }
  io.say(`turntable: internal error: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : reasonOf(thrown)}`);
  io.say('This is a bug in Turntable. Your recordings are unchanged.');
  return 70;
}

/** Indents all lines but the first, so that quoted text never looks like a message of ours. */
function setIn(text: string): string {
  return text.replaceAll(/\n(?=\S)/g, '\n  ');
}

/**
 * Does `work` for each subject. If one of several fails, this prints why and goes on with the others. If there is only one, the error ends
 * the command.
 *
 * @returns the exit code of the first that failed; 0 if none did
 */
export async function forEach<Item>(items: readonly Item[], work: (item: Item) => unknown, io: CliIo): Promise<number> {
  let code = 0;
  for (const item of items) {
    try {
      await work(item);
    } catch (thrown) {
      if (items.length === 1 || !(thrown instanceof TurntableError)) throw thrown;
      const own = explainFailure(thrown, io);
      if (code === 0) code = own;
    }
  }
  return code;
}

/**
 * Does `work` for everything that is named: recordings, files, and the files in folders; if nothing is named, for the latest recording.
 * Errors are handled as in {@link forEach}.
 */
export async function forEachNamed(
  named: readonly string[],
  conversations: Pick<Conversations, 'filesOf'>,
  work: (name: string) => unknown,
  io: CliIo,
): Promise<number> {
  const names: string[] = [];
  const find = (name: string): unknown => names.push(...conversations.filesOf(name));
  const unfound = await forEach(named.length === 0 ? [LATEST] : named, find, io);
  const failed = await forEach(names, work, io);
  return unfound || failed;
}
