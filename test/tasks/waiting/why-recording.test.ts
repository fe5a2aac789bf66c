import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findRecording } from '../../../src/store/query/recordings.js';
import { openDatabase } from '../../../src/store/schema/open-database.js';
import { WhyRecording } from '../../../src/tasks/waiting/why-recording.js';
import { request } from '../../support/conversations/conversation.js';
import { HEADER, journalBytes } from '../../support/store/journals.js';
import { PlaceHere } from '../../support/turntable/place-here.js';

test('a live recording has times, though it was empty when it was looked up', async () => {
  const place = new PlaceHere();
  const hello = `${JSON.stringify(request(0, 'initialize', { protocolVersion: 1 }))}\n`;
  mkdirSync(place.journalFolder, { mode: 0o700 });
  writeFileSync(join(place.journalFolder, HEADER.id), journalBytes([['client', 10e6, hello]]), { mode: 0o600 });
  await place.list();
  const db = openDatabase(place.db, { create: false, busyMs: 1_000 });
  onTestFinished(() => {
    db.close();
  });
  const before = { ...findRecording(db, '1'), lastNs: 0 };
  const why = new WhyRecording(db, before).ask(before, HEADER.wallUs / 1000 + 15_010);
  expect(why).toMatchObject({ state: 'live', waitingMs: 15_000, waitingFor: 'agent', stuck: true });
});
