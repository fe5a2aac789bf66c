import { copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { interruptedRemovals } from '../../../src/store/query/remove.js';
import { openDatabase } from '../../../src/store/schema/open-database.js';
import type { Database } from '../../../src/store/schema/sqlite.js';
import { start } from '../../support/processes/program.js';
import { until } from '../../support/processes/until.js';
import { END, ingest, writeJournal, type TestRecord } from '../../support/store/journals.js';
import { framesIn } from '../../support/store/rows.js';
import { ingestAt } from '../../support/turntable/kill.js';
import { agent, Place, TURNTABLE } from '../../support/turntable/turntable.js';

async function numbers(place: Place): Promise<number[]> {
  return (await place.list()).map(({ number }) => number).sort();
}

function look<T>(place: Place, at: (db: Database) => T): T {
  const db = openDatabase(place.db, { create: false, busyMs: 1000 });
  try {
    return at(db);
  } finally {
    db.close();
  }
}

describe('rm', () => {
  test('leaves a live one alone; with --force it goes, and its agent goes on', async () => {
    const place = new Place();
    const tap = place.tap(agent('echo'));
    tap.write('{}\n');
    await tap.says('{}\n');
    const { code, stderr } = await place.turntable('rm', '@last');
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('--force') as string });
    await place.output('rm', '@last', '--force');
    tap.write('{"more":1}\n');
    await tap.says('more');
    tap.endInput();
    expect((await tap.ended).code).toBe(0);
    await place.quiet();
    expect(await place.list()).toEqual([]);
    expect(place.journals()).toEqual([]);
  });
});

describe('rm that is killed', () => {
  /** Two large recordings and a small one, which nobody has made small yet. */
  function threeRecordings(): Place {
    const place = new Place();
    const db = openDatabase(place.db, { create: true, busyMs: 1000 });
    for (const [i, count] of [25_000, 25_000, 10].entries()) {
      const journal = join(place.folder, 'journal');
      const lines = Array.from({ length: count }, (_, n): TestRecord => [
        'agent',
        n,
        `${String(n).padStart(227, 'x')}\n`,
      ]);
      writeJournal(journal, [...lines, END], { id: `01hxe7n3f000000${i}` });
      ingest(db, journal);
    }
    db.close();
    return place;
  }

  /** The recordings that rows belong to. */
  function owners(db: Database): unknown[] {
    const keyed = ['frame', 'envelope', 'event'].map((table) => `SELECT key >> 32 AS recording FROM ${table}`);
    const numbered = ['stream', 'checksum', 'removal'].map((table) => `SELECT recording FROM ${table}`);
    return db
      .prepare(`${[...keyed, ...numbered].join(' UNION ')} ORDER BY 1`)
      .pluck()
      .all();
  }

  test('has removed a recording or not touched it, and the next command removes the rest', async () => {
    const origin = threeRecordings();
    const all = framesIn(origin.db);
    let interrupted = 0;
    for (const share of [1, 0.8, 0.5, 0.3, 0]) {
      const place = new Place();
      copyFileSync(origin.db, place.db);
      const rm = start([process.execPath, TURNTABLE, 'rm', '1', '2', '--db', place.db], { stdin: 'ignore' });
      const before = Math.max(11, all * share);
      await until('rows that are gone', () => (framesIn(place.db) <= before ? true : undefined));
      rm.signal('SIGKILL');
      await rm.ended;
      interrupted += look(place, interruptedRemovals).length;
      const left = await numbers(place);
      for (const number of left) expect((await place.proof(String(number))).verdict).toBe('proved');
      expect(look(place, owners)).toEqual(left);
      expect(left).toContain(3);
    }
    expect(interrupted).toBeGreaterThan(0);
  });
});

describe('prune', () => {
  test('--max removes the oldest until the rest is small enough, and gives the space back', async () => {
    const place = new Place();
    for (const count of [8000, 10, 20]) {
      await place.record(agent('flood', count, 227), { stdin: 'ignore' });
    }
    await place.quiet();
    const before = statSync(place.db).size;
    expect((await place.output('prune', '--max', '10kB', '--dry-run')).toString()).toMatch(
      /^would remove recording 1 /,
    );
    expect(await numbers(place)).toEqual([1, 2, 3]);
    await place.output('prune', '--max', '10kB');
    expect(await numbers(place)).toEqual([2, 3]);
    expect(before - statSync(place.db).size).toBeGreaterThan(30_000);
    expect((await place.proof('3')).verdict).toBe('proved');
  });

  test('--older goes by the start, and --keep-named lets those with a name stay', async () => {
    const place = new Place();
    await place.record(agent('exit', 0), { options: ['--name', 'named'] });
    await place.record(agent('exit', 0));
    await place.output('prune', '--older', '1h');
    expect(await numbers(place)).toEqual([1, 2]);
    await place.output('prune', '--older', '0h', '--keep-named');
    expect((await place.list()).map(({ name }) => name)).toEqual(['named']);
    await place.output('prune', '--older', '0h');
    expect(await numbers(place)).toEqual([]);
  });

  test('never takes a live one', async () => {
    const place = new Place();
    const tap = place.tap(agent('ignore-eof'));
    await tap.note('_ready');
    await place.output('prune', '--older', '0h', '--max', '0kB');
    expect((await place.recording()).state).toBe('live');
  });
});

describe('the limits of record', () => {
  test('remove the oldest when a recording has ended, but for kept ones, and list says so once', async () => {
    const place = new Place();
    for (const [i, options] of [[], ['--name', 'old'], ['--name', 'old'], []].entries()) {
      await place.record(agent('flood', 300 + i, 227), { stdin: 'ignore', options });
    }
    await place.quiet();
    expect((await place.output('keep', '1', 'old')).toString()).toMatch(/^kept: recording 1 .*\nkept: recording 3 /);
    expect((await place.output('keep', '--off', '3')).toString()).toMatch(/^no longer kept: recording 3 /);
    await place.record(agent('flood', 10, 227), {
      stdin: 'ignore',
      options: ['--keep-size', '1kB', '--keep-days', '9'],
    });
    await place.quiet();
    expect(await numbers(place)).toEqual([1, 5]);
    expect((await place.list()).map(({ kept }) => kept)).toEqual([false, true]);
    const said = '--keep-size removed 3 recordings (206 kB): 2 (old), 3 (old), 4';
    expect((await place.turntable('list')).stderr).toContain(said);
    expect((await place.turntable('list')).stderr).not.toContain('removed');
    expect((await place.output('doctor')).toString()).toContain(said);
  });

  test.each([
    [['--keep-days', '0'], 'a number from 1'],
    [['--keep-size', '5'], 'a size such as 500MB or 5GB'],
  ])('refuse %j', async (options, why) => {
    const tap = await new Place().record(agent('echo'), { stdin: 'ignore', options });
    expect(tap).toMatchObject({ code: 2, stderr: expect.stringContaining(why) as string });
  });

  test('are none where nobody set one', async () => {
    const place = new Place();
    for (let i = 0; i < 3; i += 1) await place.record(agent('flood', 10, 227), { stdin: 'ignore' });
    await place.quiet();
    expect(await numbers(place)).toEqual([1, 2, 3]);
  });
});

describe('a recording that is being made small', () => {
  test('survives that its process is killed, again and again', async () => {
    const place = new Place();
    await place.record(agent('flood', 25_000, 227), { stdin: 'ignore' });
    const inBlocks = (): 'a part' | 'all' | undefined => {
      if (framesIn(place.db) === 0 || look(place, (db) => count(db, 'block')) === 0) return undefined;
      return look(place, (db) => count(db, 'frame')) > 0 ? 'a part' : 'all';
    };
    let kills = 0;
    while (kills < 3) {
      // what is killed last may have been done
      if ((await until('a part of it in blocks', inBlocks)) === 'all') break;
      const pid = ingestAt(place);
      if (pid === undefined) break;
      process.kill(pid, 'SIGKILL');
      kills += 1;
      expect((await place.proof('1')).verdict).toBe('proved');
      // whoever ends next goes on
      await place.record(agent('flood', 1, 10), { stdin: 'ignore' });
    }
    await place.quiet();
    expect(kills).toBeGreaterThan(0);
    expect(look(place, (db) => [count(db, 'frame'), count(db, 'envelope')])).toEqual([0, 0]);
    expect((await place.proof('1')).verdict).toBe('proved');
  });

  function count(db: Database, table: string): number {
    return db.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number;
  }
});
