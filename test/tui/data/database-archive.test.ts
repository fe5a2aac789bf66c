import type { Database } from '../../../src/store/schema/sqlite.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DatabaseArchive } from '../../../src/tui/data/database-archive.js';
import { fileDatabase } from '../../support/store/databases.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import { acpProtocol } from '../../../src/tasks/protocol/acp-protocol.js';
import { analysisOf } from '../../../src/tasks/checking/analysis.js';
import { derivationMark } from '../../../src/tasks/derivation-mark.js';
import { recordingNumbered } from '../../../src/store/query/recordings.js';
import { removeRecording } from '../../../src/store/query/remove.js';
import type { Conversation } from '../../../src/screen/frame/conversation.js';
import { emptyImport } from '../../support/store/recordings.js';

test('what is written is seen, whoever writes it, and nothing is read again for nothing', () => {
  const path = `${temporaryFolder()}/t.db`;
  const own = fileDatabase(path);
  const other = fileDatabase(path);
  const archive = new DatabaseArchive(own, own.name, () => undefined);
  onTestFinished(() => {
    archive.close();
  });
  expect(archive.refresh()).toBe(false);
  emptyImport(other, 'by another process', 0);
  expect(archive.refresh()).toBe(true);
  expect(archive.refresh()).toBe(false);
  // as the screen does that finds the journal of a recorder that is gone
  emptyImport(own, 'over the same connection', 0);
  expect(archive.refresh()).toBe(true);
  expect(archive.refresh()).toBe(false);
  expect(archive.recordings.map(({ label }) => label).sort()).toEqual([
    'by another process',
    'over the same connection',
  ]);
});

describe('conversations', () => {
  /** So many recordings, all of them checked: to open one starts no process. */
  function checked(count: number): { readonly archive: DatabaseArchive; readonly db: Database } {
    const db = fileDatabase(`${temporaryFolder()}/t.db`);
    for (let i = 1; i <= count; i += 1) {
      const recording = recordingNumbered(db, emptyImport(db, `r${i}`, i));
      if (recording === undefined) throw new Error('it is not there');
      analysisOf(db, recording, {
        protocol: acpProtocol,
        version: derivationMark(db),
        isCut: false,
        hasRealTimes: true,
      });
    }
    const archive = new DatabaseArchive(db, db.name, () => undefined);
    onTestFinished(() => {
      archive.close();
    });
    return { archive, db };
  }

  function opened(archive: DatabaseArchive, number: number): Conversation {
    const conversation = archive.conversation(number);
    if (conversation === undefined) throw new Error(`${number} is not there`);
    return conversation;
  }

  test('that a view shows stay open, however many others are opened', () => {
    const { archive } = checked(12);
    const [first, second] = [opened(archive, 1), opened(archive, 2)];
    for (let number = 3; number <= 12; number += 1) {
      opened(archive, number);
      archive.closeOthers(new Set([first]));
    }
    expect(archive.isOpen(first)).toBe(true);
    expect(opened(archive, 1)).toBe(first);
    expect(archive.isOpen(second)).toBe(false);
    expect(opened(archive, 12)).toBe(opened(archive, 12));
  });

  test('are not open any more when another process has deleted the recording', () => {
    const { archive, db } = checked(2);
    const [first, second] = [opened(archive, 1), opened(archive, 2)];
    const other = fileDatabase(db.name);
    const recording = recordingNumbered(other, 1);
    if (recording === undefined) throw new Error('it is not there');
    removeRecording(other, recording);
    archive.refresh();
    expect([archive.isOpen(first), archive.isOpen(second)]).toEqual([false, true]);
  });
});
