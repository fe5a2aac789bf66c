import { lstatSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run, start } from '../support/processes/program.js';
import { agent, Place, script, TURNTABLE } from '../support/turntable/turntable.js';
import { untilTrue } from '../support/processes/until.js';

/** The words that run a command where every new file may be read and written by all. */
function generous(words: readonly string[]): string[] {
  return ['sh', '-c', 'umask 000; exec "$@"', 'sh', ...words];
}

/** Everything below a folder that others may use in any way. */
function openToOthers(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => (lstatSync(join(folder, name)).mode & 0o077) !== 0,
  );
}

function namesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
}

test("all that a recording makes is the user's alone, whatever the umask, while it lives and afterwards", async () => {
  const place = new Place();
  Object.assign(place, { db: join(place.folder, 'a/b/t.db') });
  const options = ['--id-file', join(place.folder, 'id'), '--fixture', join(place.folder, 'chat.acp')];
  const tap = start(generous(place.tapWords(agent('echo'), { options })));
  tap.write('{}\n');
  await untilTrue('the ingest', () => namesIn(place.folder).includes('a/b/t.db-shm'));
  expect(namesIn(place.folder)).toEqual(
    expect.arrayContaining(['a', 'a/b', 'a/b/t.db', 'a/b/t.db-journals', 'a/b/t.db-wal', 'id']),
  );
  expect(place.journals()).toHaveLength(1);
  expect(openToOthers(place.folder)).toEqual([]);
  tap.endInput();
  expect((await tap.ended).code).toBe(0);
  expect(namesIn(place.folder)).toContain('chat.acp');
  expect(openToOthers(place.folder)).toEqual([]);
});

test('so is what import and export make', async () => {
  const place = new Place();
  const db = join(place.folder, 'x/t.db');
  const capture = join(place.folder, 'capture.jsonl');
  writeFileSync(capture, '{"t":1,"dir":"c2a","line":"{}"}\n', { mode: 0o600 });
  const turntable = async (...words: string[]): Promise<void> => {
    const { code, stderr } = await run(generous([process.execPath, TURNTABLE, ...words, '--db', db]));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  };
  await turntable('import', capture);
  await turntable('export', '@last', '--no-redact', '-o', join(place.folder, 'chat.acp'));
  expect(namesIn(place.folder)).toEqual(expect.arrayContaining(['chat.acp', 'x/t.db']));
  expect(openToOthers(place.folder)).toEqual([]);
});

test('the umask of the agent is that of the client', async () => {
  const place = new Place();
  const words = place.tapWords(script('console.log(process.umask())'));
  expect((await run(generous(words))).stdout.toString()).toBe('0\n');
});
