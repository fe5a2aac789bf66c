import { readdirSync, statSync, type Dirent, type Stats } from 'node:fs';
import { join } from 'node:path';
import { TurntableError } from '../../errors.js';
import { unreadable } from '../../input-file.js';

/** The endings of files that hold only conversations. `.json` is left out, because it has many other uses. */
const CONVERSATION = /\.(acp|jsonl|ndjson|jsons)$/;
const SKIPPED = /^(\.|node_modules$)/;

/** Whether a path is a folder. If it cannot be reached, this is false, and reading it later says why. */
export function isFolder(path: string): boolean {
  return statsOf(path)?.isDirectory() === true;
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/**
 * The fixtures and captures in a folder and the folders in it, by name. Links to folders, hidden folders and node_modules are
 * left out.
 *
 * @throws {TurntableError} `FILE_UNREADABLE` if there are none, or one of the folders cannot be read
 */
export function conversationFilesIn(folder: string): string[] {
  const files = [...filesIn(folder)];
  if (files.length > 0) return files;
  throw new TurntableError('FILE_UNREADABLE', `${folder} contains no fixtures or captures`, {
    hint: 'In a folder, Turntable reads files that end in .acp, .jsonl, .ndjson or .jsons. Name other files one by one.',
  });
}

function* filesIn(folder: string): Generator<string> {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (SKIPPED.test(entry.name)) continue;
    if (entry.isDirectory()) yield* filesIn(path);
    else if (CONVERSATION.test(entry.name) && isFile(entry, path)) yield path;
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (thrown) {
    throw unreadable(folder, thrown);
  }
}

function isFile(entry: Dirent, path: string): boolean {
  return entry.isFile() || (entry.isSymbolicLink() && statsOf(path)?.isFile() === true);
}
