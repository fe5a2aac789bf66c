import { createHash } from 'node:crypto';
import { readAccount, type Account } from '../../inside/account.js';
import { inflatedBytes } from '../blocks/deflated.js';
import { writtenAccount } from '../journal/account-files.js';
import type { Database } from '../schema/sqlite.js';
import type { Recording } from './recordings.js';

interface Row {
  readonly size: number;
  readonly sha256: Uint8Array;
  readonly lines: Uint8Array;
}

/** What the agent told of itself, so far if it goes on; undefined if nobody asked it to. */
export function accountOf(db: Database, { id, number }: Pick<Recording, 'id' | 'number'>): Account | undefined {
  const bytes = writtenAccount(db.name, id) ?? keptBytes(db, number);
  return bytes && readAccount(bytes.toString('utf8'));
}

/** Whether an account is as it was brought in; undefined if there is none. */
export function isAccountWhole(db: Database, recording: number): boolean | undefined {
  const row = rowOf(db, recording);
  if (row === undefined) return undefined;
  try {
    return createHash('sha256').update(inflatedBytes(row.lines, row.size)).digest().equals(row.sha256);
  } catch {
    return false;
  }
}

function keptBytes(db: Database, recording: number): Buffer | undefined {
  const row = rowOf(db, recording);
  return row && inflatedBytes(row.lines, row.size);
}

function rowOf(db: Database, recording: number): Row | undefined {
  return db.prepare('SELECT size, sha256, lines FROM account WHERE recording = ?').get(recording) as Row | undefined;
}
