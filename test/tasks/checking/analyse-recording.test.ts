import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { FindingLine } from '../../../src/report/finding-lines.js';
import { stallText } from '../../../src/report/waits/stalls.js';
import { findRecording } from '../../../src/store/query/recordings.js';
import { openDatabase } from '../../../src/store/schema/open-database.js';
import { tellAnalysis } from '../../../src/tasks/checking/analyse-recording.js';
import { request } from '../../support/conversations/conversation.js';
import { HEADER, journalBytes, type TestRecord } from '../../support/store/journals.js';
import { PlaceHere } from '../../support/turntable/place-here.js';

const UNANSWERED: readonly TestRecord[] = [
  ['event', 0, { name: 'spawn', fields: {} }],
  ['client', 10e6, `${JSON.stringify(request(0, 'initialize', { protocolVersion: 1 }))}\n`],
];

test('the screen is told what has gone without progress for long in a live recording', async () => {
  const place = new PlaceHere();
  mkdirSync(place.journalFolder, { mode: 0o700 });
  writeFileSync(join(place.journalFolder, HEADER.id), journalBytes(UNANSWERED), { mode: 0o600 });
  expect((await place.recording()).state).toBe('live');
  const db = openDatabase(place.db, { create: false, busyMs: 1_000 });
  onTestFinished(() => {
    db.close();
  });
  const told: FindingLine[] = [];
  // it goes on for as long as this process lives
  const enough = new Error('enough');
  const listener = {
    tell: (line: FindingLine) => void told.push(line),
    flush: () => {
      throw enough;
    },
  };
  await expect(tellAnalysis(db, findRecording(db, '1'), listener)).rejects.toBe(enough);
  const now = told.find((line) => line.type === 'now');
  expect(now?.stalls.map((stall) => stallText(stall, stall.sinceMs + 12_000))).toEqual([
    'stuck? 12.0 s: agent owes initialize 0: the agent has not answered the first request (frame 1)',
  ]);
});
