import { existsSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { accountLine, lostLine } from '../../../src/inside/account.js';
import { innerSpanOf } from '../../../src/inside/inner-span-of.js';
import { bringInAccounts } from '../../../src/store/journal/account-files.js';
import { accountOf, isAccountWhole } from '../../../src/store/query/kept-account.js';
import { verifyRecording } from '../../../src/store/query/proof.js';
import { findRecording } from '../../../src/store/query/recordings.js';
import { removeRecording } from '../../../src/store/query/remove.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import { fileDatabase } from '../../support/store/databases.js';
import { record } from '../../support/store/recordings.js';

const ID = '01hxe7n3f0000001';
const SPAN = innerSpanOf({
  signal: 'traces',
  name: 'llm_call',
  service: 'gemini-cli',
  startUs: 1000,
  endUs: 2000,
  id: 'aa',
  parent: '',
  failed: false,
  attributes: new Map([['gen_ai.request.model', 'gemini']]),
});
if (SPAN === undefined) throw new Error('no span');
const LINE = `${accountLine(SPAN)}\n`;
const END = `${lostLine(2)}\n`;

/** A database with a recording, and the file of its receiver. */
function recorded(text: string, { live = false } = {}) {
  const path = join(temporaryFolder(), 't.db');
  const db = fileDatabase(path);
  const folder = `${path}-journals`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  record(db, join(folder, ID), 1, { live });
  const file = join(folder, `${ID}.inside`);
  writeFileSync(file, text, { mode: 0o600 });
  return { db, file, recording: () => findRecording(db, ID) };
}

describe('the file of a receiver', () => {
  test('is read where it is, as long as it grows', () => {
    const { db, file, recording } = recorded(LINE + LINE.slice(0, 20), { live: true });
    bringInAccounts(db);
    expect(existsSync(file)).toBe(true);
    expect(accountOf(db, recording())).toEqual({ spans: [SPAN], lost: 0 });
    expect(isAccountWhole(db, recording().number)).toBeUndefined();
  });

  test('is brought in when the receiver and the recording have ended, and says the same afterwards', () => {
    const { db, file, recording } = recorded(LINE + LINE + END);
    const before = accountOf(db, recording());
    bringInAccounts(db);
    expect(existsSync(file)).toBe(false);
    expect(accountOf(db, recording())).toEqual(before);
    expect(before).toEqual({ spans: [SPAN, SPAN], lost: 2 });
    expect(isAccountWhole(db, recording().number)).toBe(true);
  });

  test('of a receiver that was killed is brought in when nothing has come for long', () => {
    const { db, file, recording } = recorded(LINE);
    bringInAccounts(db);
    expect(existsSync(file)).toBe(true);
    utimesSync(file, new Date(0), new Date(0));
    bringInAccounts(db);
    expect(existsSync(file)).toBe(false);
    expect(accountOf(db, recording())?.spans).toEqual([SPAN]);
  });

  test('waits for its recording', () => {
    const { db, file } = recorded(LINE + END, { live: true });
    bringInAccounts(db);
    expect(existsSync(file)).toBe(true);
  });

  test('goes with its recording, and so does what was brought in', () => {
    const early = recorded(LINE + END);
    removeRecording(early.db, early.recording());
    expect(existsSync(early.file)).toBe(false);
    const late = recorded(LINE + END);
    bringInAccounts(late.db);
    removeRecording(late.db, late.recording());
    expect(late.db.prepare('SELECT count(*) FROM account').pluck().get()).toBe(0);
  });

  test('that is a link is not read', () => {
    const { db, file, recording } = recorded('');
    const other = join(temporaryFolder(), 'other');
    writeFileSync(other, LINE + END);
    removeRecording(db, recording());
    record(db, file.replace('.inside', ''), 1);
    symlinkSync(other, file);
    bringInAccounts(db);
    expect(accountOf(db, recording())).toBeUndefined();
    expect(existsSync(other)).toBe(true);
  });

  test('is covered by verify', () => {
    const { db, recording } = recorded(LINE + END);
    bringInAccounts(db);
    const before = verifyRecording(db, recording());
    expect(before.differences).toEqual([]);
    db.prepare('UPDATE account SET sha256 = zeroblob(32)').run();
    expect(verifyRecording(db, recording())).toMatchObject({
      verdict: 'differs',
      differences: [{ what: 'fact', fact: 'account' }],
    });
  });

  test('that is none of anybody’s making says nothing', () => {
    const { db, recording } = recorded('\u0000\n{"kind":"model"}\n[1]\n');
    expect(accountOf(db, recording())).toEqual({ spans: [], lost: 0 });
  });
});
