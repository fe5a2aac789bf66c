import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ChangeWatch } from '../../../src/store/query/change-watch.js';
import { untilChanged, untilWritten } from '../../../src/tasks/recordings/until-written.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import { fileDatabase } from '../../support/store/databases.js';

/** Longer than any test may take: only what is tested ends such a wait. */
const FOR_EVER = { mostMs: 2 ** 31 - 1 };

function file(): string {
  const path = join(temporaryFolder(), 'file');
  writeFileSync(path, 'a');
  return path;
}

test('a write ends the wait, and so does one that came before the file was watched', async () => {
  const path = file();
  const isWritten = (): boolean => readFileSync(path).length > 1;
  const waited = untilWritten(path, isWritten, FOR_EVER);
  appendFileSync(path, 'b');
  await waited;
  await untilWritten(path, isWritten, FOR_EVER);
});

test('a write that does not count yet is looked at again', async () => {
  const path = file();
  let looks = 0;
  // the first look comes before any write
  const waited = untilWritten(path, () => (looks += 1) > 2, FOR_EVER);
  appendFileSync(path, 'b');
  await waited;
});

test('what goes wrong in a look ends the wait', async () => {
  const path = file();
  let looks = 0;
  const waited = untilWritten(
    path,
    () => {
      looks += 1;
      if (looks > 1) throw new RangeError('no such file');
      return false;
    },
    FOR_EVER,
  );
  appendFileSync(path, 'b');
  await expect(waited).rejects.toThrow('no such file');
});

test('the time and a signal end it as well, also if there is no file to watch', async () => {
  await untilWritten(file(), () => false, { mostMs: 1 });
  await untilWritten(`${file()}.gone`, () => false, { mostMs: 1 });
  const leaving = new AbortController();
  const waited = untilWritten(file(), () => false, { ...FOR_EVER, signal: leaving.signal });
  leaving.abort();
  await waited;
  await untilWritten(file(), () => false, { ...FOR_EVER, signal: leaving.signal });
});

test('a database has changed when another connection has committed', async () => {
  const path = join(temporaryFolder(), 't.db');
  const [reader, writer] = [fileDatabase(path), fileDatabase(path)];
  const seen = new ChangeWatch(reader);
  seen.hasChanged();
  const waited = untilChanged(reader, seen, FOR_EVER);
  writer.exec("INSERT INTO removal (recording, id) VALUES (1, 'x')");
  await waited;
  expect(seen.hasChanged()).toBe(false);
  writer.exec("INSERT INTO removal (recording, id) VALUES (2, 'y')");
  await untilChanged(reader, seen, FOR_EVER);
});
