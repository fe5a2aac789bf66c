import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { turntable, importDemo, write } from '../../support/turntable/commands.js';
import { PlaceHere } from '../../support/turntable/place-here.js';
import { fixture, Place } from '../../support/turntable/turntable.js';

const FAULT = fixture('rules/stop-reason/error-literal.acp');
const CLEAN = fixture('rules/stop-reason/error-literal.clean.acp');

// What the commands do is tested in one process, from src/ (test/integration/commands). Here: bin/ and dist/ do the same.
test.each([
  ['--help'],
  ['--version'],
  ['list', '--json'],
  ['show', 'demo'],
  ['show', 'demo', '--turns'],
  ['show', '9'],
  ['tail', 'demo', '-n', '3', '--json'],
  ['verify', 'demo'],
  ['check', 'demo', '--format', 'sarif'],
  ['rules', 'stop-reason'],
  ['stats', 'demo'],
  ['search', 'npm test'],
  ['diff', FAULT, CLEAN],
  ['diff', FAULT, CLEAN, '--only', 'words'],
  ['export', 'demo', '--normalise'],
  ['lint', FAULT],
  ['replay', FAULT, '--explain'],
  ['prune'],
  ['sohw'],
])('%s prints the same and exits with the same code', async (...words) => {
  const [built, here] = [new Place(), new PlaceHere()];
  await importDemo(here);
  write(built, 't.db', readFileSync(here.db));
  const env = (place: Place) => ({ TURNTABLE_DB: join(place.folder, 't.db') });
  expect(await built.run(words, { env: env(built) })).toEqual(await here.run(words, { env: env(here) }));
});

test('standard input is read by the process and in this one', async () => {
  const text = '#acp-fixture 1\nagent no frame\n';
  const words = ['check', '-', '--format', 'github'];
  expect(await turntable(new Place(), words, text)).toEqual(await turntable(new PlaceHere(), words, text));
});
