import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Sqlite } from '../support/store/sqlite.js';
import { describe, expect, test } from 'vitest';
import { run } from '../support/processes/program.js';
import { exitDelayMs } from '../support/processes/exit-times.js';
import { holdLock } from '../support/processes/lock.js';
import { agent, ownLines, Place, script, type TapOptions } from '../support/turntable/turntable.js';

const LINE = '{"jsonrpc":"2.0","method":"_line"}\n';
/** Returns what it gets, and exits 3. */
const ECHO = script(`process.stdin.on('end', () => process.exit(3)).pipe(process.stdout)`);

/** Runs an agent until the tap has said what is wrong with the store; the traffic must flow all the same. */
async function expectTraffic(place: Place, options: TapOptions = {}): Promise<string> {
  const tap = place.tap(ECHO, options);
  tap.write(LINE);
  await tap.warns('\n');
  tap.endInput();
  const { code, stdout, stderr } = await tap.ended;
  expect({ code, stdout: stdout.toString() }).toEqual({ code: 3, stdout: LINE });
  return stderr;
}

/** A place whose database is in the path of `below` under its folder. */
function placeAt(below: (folder: string) => string): Place {
  const place = new Place();
  Object.assign(place, { db: below(place.folder) });
  return place;
}

describe('traffic flows and one line warns where nothing can be recorded', () => {
  test.each([
    [
      'below a regular file',
      (folder: string) => (writeFileSync(join(folder, 'file'), ''), join(folder, 'file/x/t.db')),
    ],
    ['in a place where no one can write', () => '/proc/turntable/t.db'],
    [
      'where the folder of the journals is a file',
      (folder: string) => (writeFileSync(join(folder, 't.db-journals'), ''), join(folder, 't.db')),
    ],
  ])('%s', async (_, below) => {
    const place = placeAt(below);
    const { code, stdout, stderr } = await place.record(agent('garbage', 1, 1000));
    expect({ code, bytes: stdout.length }).toEqual({ code: 42, bytes: 1000 });
    expect(stderr).toMatch(/^turntable: not recording \(.+\)[^\n]*\n$/);
  });

  test.skipIf(process.getuid?.() === 0)('in a folder that may only be read', async () => {
    const place = placeAt((folder) => (mkdirSync(join(folder, 'x'), { mode: 0o500 }), join(folder, 'x/t.db')));
    expect((await place.record(agent('exit', 3))).code).toBe(3);
    chmodSync(join(place.folder, 'x'), 0o700);
  });
});

describe('a database that cannot be used leaves the recording in its journal, and one line says so', () => {
  test('corrupt: and it is brought in when the file is moved away', async () => {
    const place = new Place();
    const rubbish = Buffer.alloc(8192, 'this is no database ');
    writeFileSync(place.db, rubbish);
    const stderr = await expectTraffic(place);
    expect(ownLines(stderr)).toHaveLength(1);
    expect(stderr).toContain(place.db);
    expect(readFileSync(place.db).equals(rubbish)).toBe(true);
    expect(place.journals()).toHaveLength(1);
    expect(await place.turntable('list')).toMatchObject({ code: 3 });
    writeFileSync(place.db, '');
    expect(await place.recording()).toMatchObject({ state: 'ended', exitCode: 3 });
    expect((await place.proof()).verdict).toBe('proved');
    expect(place.journals()).toEqual([]);
  });

  test('corrupt within: a page of a table is rubbish', async () => {
    const place = new Place();
    await place.record(agent('flood', 500, 300), { stdin: 'ignore' });
    await place.list();
    await place.quiet();
    const bytes = readFileSync(place.db);
    bytes.fill('rubbish ', 4096);
    writeFileSync(place.db, bytes);
    const stderr = await expectTraffic(place);
    expect(ownLines(stderr)).toHaveLength(1);
    expect(place.journals()).toHaveLength(1);
    const { code, stderr: said } = await place.turntable('list');
    expect({ code, said }).toMatchObject({ code: 3 });
    expect(said).not.toMatch(/internal error/);
  });

  test.each([
    ['of a newer version', 'PRAGMA application_id = 1414816364; PRAGMA user_version = 999'],
    ['of another program', 'PRAGMA user_version = 3'],
  ])('%s: not a byte of it changes', async (_, pragmas) => {
    const place = new Place();
    const db = new Sqlite(place.db);
    db.exec(`PRAGMA journal_mode = WAL; CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1); ${pragmas}`);
    db.close();
    const before = readFileSync(place.db);
    const stderr = await expectTraffic(place);
    expect(ownLines(stderr)).toHaveLength(1);
    const { code, stderr: said } = await place.turntable('list');
    expect(code).toBe(3);
    expect(said).not.toMatch(/internal error/);
    expect(readFileSync(place.db).equals(before)).toBe(true);
    expect(place.journals()).toHaveLength(1);
  });

  test('a folder in its place', async () => {
    const place = new Place();
    mkdirSync(place.db);
    expect(ownLines(await expectTraffic(place))).toHaveLength(1);
    const { code, stderr } = await place.turntable('list');
    expect({ code, stderr }).toMatchObject({ code: 3 });
    expect(stderr).not.toMatch(/internal error/);
  });
});

describe('a locked database', () => {
  test('delays no exit, and the recording is brought in when the lock is gone', async () => {
    const place = new Place();
    await place.record(agent('exit', 0));
    await place.list();
    const holder = await holdLock(place.db, 'EXCLUSIVE');
    const delays: number[] = [];
    for (let n = 0; n < 5; n += 1) delays.push(await exitDelayMs(place));
    console.info(`locked database: the tap ended at most ${Math.max(...delays).toFixed(0)} ms after its agent`);
    // one that waited for the lock would do so each time
    expect(Math.min(...delays)).toBeLessThan(1000);
    holder.endInput();
    await holder.ended;
    await place.quiet();
    const recordings = await place.list();
    expect(recordings.map(({ exitCode }) => exitCode)).toEqual([3, 3, 3, 3, 3, 0]);
    expect(recordings.map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'ended'));
    expect(place.journals()).toEqual([]);
  });

  test('keeps no one from reading what is in it', async () => {
    const place = new Place();
    await place.record(agent('exit', 7));
    await place.list();
    await holdLock(place.db);
    const since = performance.now();
    expect((await place.recording()).exitCode).toBe(7);
    // not after waiting for the lock, which another may hold for long
    expect(performance.now() - since).toBeLessThan(4000);
  });

  test('is spoken of once, after two seconds', async () => {
    const place = new Place();
    await place.record(agent('exit', 0));
    await place.list();
    await holdLock(place.db);
    expect(ownLines(await expectTraffic(place))).toEqual([expect.stringContaining('locked')]);
  });
});

test('TURNTABLE_OFF=1 passes everything through and makes no file', async () => {
  const place = new Place();
  const { code, stdout, stderr } = await place.record(agent('garbage', 1, 1000), { env: { TURNTABLE_OFF: '1' } });
  expect({ code, bytes: stdout.length, stderr }).toEqual({ code: 42, bytes: 1000, stderr: '' });
  expect(readdirSync(place.folder)).toEqual([]);
});

test('the database is found by the environment, in this order: --db, TURNTABLE_DB, TURNTABLE_HOME, XDG_DATA_HOME, HOME', async () => {
  const place = new Place();
  const at = (path: string): string => join(place.folder, path);
  const env: Record<string, string> = {};
  const steps: [name: string, value: string, db: string][] = [
    ['HOME', at('home'), at('home/.local/share/turntable/turntable.db')],
    ['XDG_DATA_HOME', at('xdg'), at('xdg/turntable/turntable.db')],
    ['TURNTABLE_HOME', at('own'), at('own/turntable.db')],
    ['TURNTABLE_DB', at('named.db'), at('named.db')],
  ];
  for (const [name, value, db] of steps) {
    env[name] = value;
    const [node = '', bin = '', , , , ...rest] = place.tapWords(agent('exit', 0));
    expect((await run([node, bin, 'record', ...rest], { env })).code).toBe(0);
    expect(existsSync(`${db}-journals`), name).toBe(true);
  }
});
