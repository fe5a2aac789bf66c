import { describe, expect, test } from 'vitest';
import { Sqlite } from '../support/store/sqlite.js';
import { importConversation } from '../support/turntable/capture.js';
import { PlaceHere } from '../support/turntable/place-here.js';

const COMMANDS: readonly (readonly [string, ...string[]])[] = [
  ['list'],
  ['list', '--json'],
  ['show', '1'],
  ['show', '1', '--json'],
  ['show', '1', '--turns'],
  ['export', '1'],
  ['search', 'e', '--json'],
  ['stats', '1'],
  ['check', '1'],
  ['why', '1'],
  ['verify', '1'],
];

/** Says in a database what is not so. */
function lie(db: string, sql: string): void {
  const sqlite = new Sqlite(db);
  sqlite.exec(sql);
  sqlite.close();
}

test('a damaged database is said to be damaged, where that makes a command fail', async () => {
  const place = new PlaceHere();
  await importConversation(place);
  const sqlite = new Sqlite(place.db) as InstanceType<typeof Sqlite> & { unsafeMode(): unknown };
  // NULL where none can be, as a flipped bit of a record makes it
  sqlite.unsafeMode();
  sqlite.pragma('writable_schema = ON');
  const schema = sqlite.prepare("SELECT sql FROM sqlite_schema WHERE name = 'frame'").pluck().get() as string;
  const spell = sqlite.prepare("UPDATE sqlite_schema SET sql = ? WHERE name = 'frame'");
  spell.run(schema.replaceAll('NOT NULL', '').replace('STRICT', ''));
  sqlite.close();
  lie(place.db, 'UPDATE frame SET bytes = NULL');
  const again = new Sqlite(place.db) as typeof sqlite;
  again.unsafeMode();
  again.pragma('writable_schema = ON');
  again.prepare("UPDATE sqlite_schema SET sql = ? WHERE name = 'frame'").run(schema);
  again.close();
  const failing: readonly (readonly [string, ...string[]])[] = [['search', 'e'], ['compact']];
  for (const words of failing) {
    const { code, stderr } = await place.turntable(...words);
    expect({ words, code, stderr }).toEqual({
      words,
      code: 3,
      stderr: expect.stringContaining('is damaged: NULL value in frame.bytes') as string,
    });
  }
});

describe('no command takes it for a bug of its own, or memory for what is not there, if a database lies about', () => {
  test.each([
    ['when a recording began', 'UPDATE recording SET started_us = 9223372036854775807'],
    ['when it began, long ago', 'UPDATE recording SET started_us = -9223372036854775808'],
    ['when it was recorded', 'UPDATE recording SET recorded_us = 9223372036854775807'],
    ['the wall clock', 'INSERT INTO anchor VALUES (1, 0, 9223372036854775807)'],
    ['when frames came', 'UPDATE frame SET first_ns = 9223372036854775807, last_ns = 9223372036854775807'],
    ['the size of a frame, by gigabytes', 'UPDATE frame SET size = 4294967301'],
    ['the size of a frame, by a byte', 'UPDATE frame SET size = size - 1'],
    ['the size of a frame, below nothing', 'UPDATE frame SET size = -1'],
    ['where the parts of a line are', 'UPDATE frame SET parts_at = 9007199254740991'],
    ['how many frames there are', 'UPDATE stream SET frames = 9007199254740991, bytes = -1'],
    ['how it ended', "UPDATE recording SET exit_code = -9223372036854775808, exit_signal = 'x', state = 'unknown'"],
  ])('%s', async (_, sql) => {
    const place = new PlaceHere();
    await importConversation(place);
    lie(place.db, sql);
    for (const command of COMMANDS) {
      const { code, stderr } = await place.turntable(...command);
      expect({ command, isBug: code === 70, stderr }).toEqual({ command, isBug: false, stderr });
    }
  });
});
