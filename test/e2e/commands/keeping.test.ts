import { statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { agent, Place } from '../../support/turntable/turntable.js';

async function numbers(place: Place): Promise<number[]> {
  return (await place.list()).map(({ number }) => number).sort();
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

describe('prune', () => {
  test('--max removes the oldest until the rest is small enough, and gives the space back', async () => {
    const place = new Place();
    for (const count of [8000, 10, 20]) {
      await place.record(agent('flood', count, 227), { stdin: 'ignore' });
    }
    await place.list();
    const before = statSync(place.db).size;
    expect((await place.output('prune', '--max', '10kB', '--dry-run')).toString()).toMatch(
      /^would remove recording 1 /,
    );
    expect(await numbers(place)).toEqual([1, 2, 3]);
    await place.output('prune', '--max', '10kB');
    expect(await numbers(place)).toEqual([2, 3]);
    expect(before - statSync(place.db).size).toBeGreaterThan(8000 * 227);
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
