import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { processesWith } from '../support/processes/processes.js';
import { Place } from '../support/turntable/turntable.js';

test('doctor leaves no agent behind that neither answers nor ends', async () => {
  const place = new Place();
  const stubborn = join(place.folder, 'stubborn.js');
  writeFileSync(stubborn, `process.on('SIGTERM', () => {}); setTimeout(() => {}, 120_000);`);
  const { stdout } = await place.turntable('doctor', '--agent', `${process.execPath} ${stubborn}`);
  expect(stdout.toString()).toContain('gave no answer');
  await place.quiet();
  expect(processesWith(stubborn)).toEqual([]);
});
