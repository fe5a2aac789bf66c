import { ImportWriter, importWhole } from '../../store/journal/import-writer.js';
import { recordingNumbered, type Recording } from '../../store/query/recordings.js';
import type { Database } from '../../store/schema/sqlite.js';
import { conversationItems, nameOfFile, STDIN, type ConversationItem } from '../conversations/conversation-file.js';
import { ALL_FORMATS } from '../conversations/foreign-file.js';
import type { Surroundings } from '../surroundings.js';

/** A file to import. */
export interface ImportSource {
  readonly file: string;
  /** Its items, read one by one. */
  readonly items: Iterable<ConversationItem>;
}

/**
 * Opens a file for import. With `isProbed`, it is first read to its end to find errors: standard input is then kept in memory, and any
 * other file is read twice.
 *
 * @throws {TurntableError} what {@link conversationItems} throws, if `isProbed`; else the items do
 */
export function importSource(
  file: string,
  isProbed: boolean,
  { stdin, say }: Pick<Surroundings, 'stdin' | 'say'>,
): ImportSource {
  const read = (): Iterable<ConversationItem> =>
    conversationItems(file, {
      ...ALL_FORMATS,
      stdin,
      say: (text) => {
        say(`turntable: ${text}`);
      },
    });
  if (!isProbed) return { file, items: read() };
  if (file === STDIN) return { file, items: [...read()] };
  const probe = conversationItems(file, ALL_FORMATS);
  while (probe.next().done !== true);
  return { file, items: read() };
}

/**
 * Imports a file: as one recording, or one for each agent process of a capture; all of them or none.
 *
 * @param name the name of the recordings; undefined: the title, otherwise the name of the file
 * @throws {TurntableError} what {@link conversationItems} throws
 */
export function importFile(db: Database, { file, items }: ImportSource, name: string | undefined): Recording[] {
  const numbers = importWhole(db, () => write(db, items, { given: name, ofFile: nameOfFile(file) }));
  return numbers.flatMap((number) => recordingNumbered(db, number) ?? []);
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
