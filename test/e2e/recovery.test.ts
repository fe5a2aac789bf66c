import { linkSync, mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/store/schema/open-database.js';
import { Ingester } from '../../src/store/journal/ingester.js';
import { canUnshare, inOwnPidNamespace } from '../support/processes/namespace.js';
import { startBothWays } from '../support/turntable/both-ways.js';
import { expectAllThere, killMidway, ingestAt } from '../support/turntable/kill.js';
import { childrenOf } from '../support/processes/processes.js';
import { start } from '../support/processes/program.js';
import { framesIn, rowsOf } from '../support/store/rows.js';
import { skipLoudly } from '../support/processes/skip.js';
import { agent, hashSums, Place, TURNTABLE } from '../support/turntable/turntable.js';
import { until } from '../support/processes/until.js';

/** Keeps the journal beside another database, whatever becomes of it here. Returns that database's place. */
async function keepJournal(place: Place): Promise<{ kept: Place; id: string }> {
  const journal = await place.journal();
  const kept = new Place();
  mkdirSync(kept.journalFolder);
  linkSync(journal, join(kept.journalFolder, basename(journal)));
  return { kept, id: basename(journal) };
}

/** What an ingest comes to that nothing disturbs. */
async function expectSameAsUndisturbed(place: Place, kept: Place, id: string): Promise<void> {
  const [disturbed] = (await place.list()).filter((recording) => recording.id === id);
  expect(disturbed).toMatchObject({ state: 'ended', exitCode: 0 });
  await kept.list();
  expect(rowsOf(place.db, id)).toEqual(rowsOf(kept.db, id));
  expect((await place.proof(id)).verdict).toBe('proved');
}

describe('after the tap was killed', () => {
  test('every frame that either side received is in the store', async () => {
    const place = new Place();
    const frames = await expectAllThere(place, [await killMidway(place, 'one', 12_000)]);
    expect(frames).toBeGreaterThan(12_000);
    expect((await place.events()).at(-1)).toBe('incomplete');
  });

  test('another tap on the same database goes on unharmed', async () => {
    const place = new Place();
    const other = startBothWays(place, 'other', { gentle: true });
    const killed = await killMidway(place, 'killed', 3000);
    await other.untilFrames(other.tap.stdoutLines + 300);
    other.finish();
    expect(await other.tap.ended).toMatchObject({ code: 0, stderr: '' });
    await expectAllThere(place, [killed]);
    const recordings = await place.list();
    expect(recordings.map(({ state }) => state).sort()).toEqual(['ended', 'killed']);
  });

  test('no second recording comes of bringing it in twice', async () => {
    const place = new Place();
    await killMidway(place, 'one', 1000);
    await Promise.all([place.list(), place.list(), place.list()]);
    const before = await place.list();
    expect(await place.list()).toEqual(before);
    expect(before).toHaveLength(1);
  });
});

test('a journal that someone takes away while its tap lives is there again, with every byte', async () => {
  const place = new Place();
  const line = '{"jsonrpc":"2.0","method":"_line"}\n';
  const tap = place.tap(agent('echo'), { options: ['--hash'] });
  tap.write(line);
  await tap.says(line);
  for (const times of [2, 3]) {
    rmSync(await place.journal());
    tap.write(line);
    await tap.saysBytes(times * line.length);
  }
  tap.endInput();
  const { code, stderr } = await tap.ended;
  expect(code).toBe(0);
  await place.quiet();
  const { verdict, streams } = await place.proof();
  expect(verdict).toBe('proved');
  expect(streams).toMatchObject(hashSums(stderr));
  expect(place.journals()).toEqual([]);
});

describe('the rows are those of an undisturbed ingest', () => {
  test('where the ingest process is killed while the tap lives', async () => {
    const place = new Place();
    const { tap, untilFrames, finish } = startBothWays(place, 'x', { gentle: true });
    const { kept, id } = await keepJournal(place);
    const ingest = await until('the ingest', () => ingestAt(place));
    // some clients end all descendants of the agent that they started
    expect(childrenOf(tap.pid)).not.toContain(ingest);
    await until('rows', () => (framesIn(place.db) > 0 ? true : undefined));
    process.kill(ingest, 'SIGKILL');
    await untilFrames(tap.stdoutLines + 300);
    finish();
    expect((await tap.ended).code).toBe(0);
    // at its end the tap starts another, and what that leaves the next command does
    await expectSameAsUndisturbed(place, kept, id);
    expect(await place.export(id)).toBe(await kept.export(id));
    expect(place.journals()).toEqual([]);
  });

  test('where one command after another is killed in the middle of bringing it in', async () => {
    const origin = new Place();
    const tap = origin.tap(agent('flood', 16_000, 227));
    const { kept, id } = await keepJournal(origin);
    const { kept: place } = await keepJournal(origin);
    tap.endInput();
    await tap.ended;
    let kills = 0;
    for (let frames = framesIn(place.db); frames < 12_000 && kills < 3; kills += 1) {
      const command = start([process.execPath, TURNTABLE, 'list', '--db', place.db]);
      const before = frames;
      frames = await until('more rows', () => (framesIn(place.db) > before ? framesIn(place.db) : undefined));
      command.signal('SIGKILL');
      await command.exited;
    }
    expect(place.journals()).toHaveLength(1);
    expect(kills).toBeGreaterThan(1);
    await expectSameAsUndisturbed(place, kept, id);
  });

  test('where someone takes the tap for dead, again and again, while it lives', async () => {
    const place = new Place();
    const { tap, untilFrames, finish } = startBothWays(place, 'x', { gentle: true });
    const { kept, id } = await keepJournal(place);
    const { kept: misled } = await keepJournal(place);
    const [journal = ''] = misled.journals();
    const db = openDatabase(misled.db, { create: true, busyMs: 1000 });
    const steps = new Set<string>();
    for (let round = 1; round <= 12; round += 1) {
      await untilFrames(round * 100);
      const ingester = new Ingester(db, journal, { livenessOf: () => 'dead' });
      for (let step = ingester.step(); ; step = ingester.step()) {
        steps.add(step);
        if (step !== 'more') break;
      }
      ingester.close();
    }
    db.close();
    expect([...steps]).toContain('done');
    finish();
    expect((await tap.ended).code).toBe(0);
    await place.list();
    await expectSameAsUndisturbed(misled, kept, id);
  });

  skipLoudly(!canUnshare, 'an ingest from another PID namespace', 'unshare -rpf --mount-proc is not permitted here');

  test.runIf(canUnshare)(
    'where a command in another PID namespace, which cannot see the tap, comes in between',
    async () => {
      const place = new Place();
      const { tap, untilFrames, finish } = startBothWays(place, 'x', { gentle: true });
      const { kept, id } = await keepJournal(place);
      for (const frames of [300, 600, 900]) {
        await untilFrames(frames);
        const { code, stderr } = await inOwnPidNamespace([process.execPath, TURNTABLE, 'list', '--db', place.db]);
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      }
      await until('the ingest', () => ingestAt(place));
      await untilFrames(tap.stdoutLines + 300);
      expect((await inOwnPidNamespace([process.execPath, TURNTABLE, 'list', '--db', place.db])).code).toBe(0);
      await untilFrames(tap.stdoutLines + 300);
      finish();
      expect((await tap.ended).code).toBe(0);
      await expectSameAsUndisturbed(place, kept, id);
      expect(place.journals()).toEqual([]);
    },
  );
});
