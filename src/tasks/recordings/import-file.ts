import { ImportWriter, importWhole } from '../../store/journal/import-writer.js';
import { recordingNumbered, type Recording } from '../../store/query/recordings.js';
import type { Database } from '../../store/schema/sqlite.js';
import { conversationItems, nameOfFile, STDIN, type ConversationItem } from '../conversations/conversation-file.js';
import { ALL_FORMATS } from '../conversations/foreign-file.js';
import type { Surroundings } from '../surroundings.js';

/**
 * Makes recordings of a file: one, or one for each agent process of a capture; all of them or none.
 *
 * @param name of the recordings; undefined: the title, else the name of the file
 * @throws {TurntableError} what {@link conversationItems} throws
 */
export function importFile(
  db: Database,
  file: string,
  name: string | undefined,
  { stdin, say }: Pick<Surroundings, 'stdin' | 'say'>,
): Recording[] {
  const items = conversationItems(file, {
    ...ALL_FORMATS,
    stdin,
    say: (text) => {
      say(`turntable: ${text}`);
    },
  });
  const numbers = importWhole(db, () => write(db, items, { given: name, ofFile: nameOfFile(file) }));
  return numbers.flatMap((number) => recordingNumbered(db, number) ?? []);
}

/** Reads a file to its end, as {@link importFile} would, and keeps nothing. Standard input can be read only once, and is not. */
export function readThrough(file: string): void {
  if (file === STDIN) return;
  const items = conversationItems(file, ALL_FORMATS);
  while (items.next().done !== true);
}

function write(
  db: Database,
  items: Iterable<ConversationItem>,
  name: { readonly given: string | undefined; readonly ofFile: string },
): number[] {
  const numbers: number[] = [];
  let writer: ImportWriter | undefined;
  for (const item of items) {
    if (item.type === 'begin') {
      const { format, headers } = item;
      const title = headers.find(([header]) => header === 'title')?.[1];
      writer = new ImportWriter(db, {
        name: name.given ?? title ?? name.ofFile,
        headers: format === 'capture' ? undefined : headers,
        nowMs: Date.now(),
      });
    } else if (item.type === 'end') {
      writer?.end();
      if (writer !== undefined) numbers.push(writer.number);
    } else writer?.add(item.entry);
  }
  return numbers;
}
