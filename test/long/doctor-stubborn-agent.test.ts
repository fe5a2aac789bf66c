import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { processesWith } from '../support/processes/processes.js';
import { Place } from '../support/turntable/turntable.js';

test('doctor leaves no agent behind that neither answers nor ends', async () => {
  const place = new Place();
  const stubborn = join(place.folder, 'stubborn.js');
  writeFileSync(stubborn, `process.on('SIGTERM', () => {}); setTimeout(() => {}, 120_000);`);
  const { stdout, stderr } = await place.turntable('doctor', '--agent', `${process.execPath} ${stubborn}`);
  expect(stderr).toContain('still waiting: agent owes initialize 0 for 5');
  expect(stdout.toString()).toContain('it had not answered when doctor gave up after 20 s: agent owes initialize 0');
  await place.quiet();
  expect(processesWith(stubborn)).toEqual([]);
});
