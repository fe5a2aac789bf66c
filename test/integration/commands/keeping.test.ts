import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { recordingJson } from '../../../src/report/json-output.js';
import { importConversation } from '../../support/turntable/capture.js';
import type { Place } from '../../support/turntable/turntable.js';
import { PlaceHere } from '../../support/turntable/place-here.js';
import { Sqlite } from '../../support/store/sqlite.js';

async function numbers(place: Place): Promise<number[]> {
  return (await place.list()).map(({ number }) => number).sort();
}

describe('rm', () => {
  test('removes the recordings named, all or none', async () => {
    const place = new PlaceHere();
    for (const name of ['a', 'b', 'c']) await importConversation(place, name);
    const { code, stderr } = await place.turntable('rm', 'a', 'x');
    expect({ code, stderr }).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('no recording named "x"') as string,
    });
    expect(await numbers(place)).toEqual([1, 2, 3]);
    expect((await place.output('rm', 'a', '3')).toString()).toMatch(
      /^removed recording 1 .*\nremoved recording 3 .*\n$/,
    );
    expect(await numbers(place)).toEqual([2]);
  });
});

describe('compact', () => {
  test('makes imports small at once, and the rest stays as it was', async () => {
    const place = new PlaceHere();
    for (const name of ['a', 'b']) await importConversation(place, name);
    const before = await place.list();
    expect((await place.output('compact')).toString()).toMatch(/^compacted 2 recordings: .+ became .+ on disk\n$/);
    expect((await place.output('compact')).toString()).toMatch(/^nothing to compact: .+ on disk\n$/);
    const db = new Sqlite(place.db, { readonly: true });
    expect(db.prepare('SELECT (SELECT count(*) FROM frame), (SELECT count(*) FROM block)').raw().get()).toEqual([0, 2]);
    db.close();
    expect(await place.list()).toEqual(before);
    for (const { number } of before) expect((await place.proof(String(number))).verdict).toBe('unchanged');
  });
});

test('list --json tells the sum of all that verify covers', async () => {
  const place = new PlaceHere();
  await importConversation(place);
  const [recording] = await place.list();
  expect(recording?.sha256).toBe((await place.proof('1')).sha256);
});

test('rm and prune --json print the recordings that they removed, or would remove', async () => {
  const place = new PlaceHere();
  for (const name of ['a', 'b', 'c']) await importConversation(place, name);
  const before = await place.list();
  const removed = async (command: string, ...words: string[]) =>
    z.array(recordingJson.strict()).parse(JSON.parse((await place.output(command, ...words)).toString()));
  expect(await removed('rm', 'b', '--json')).toEqual(before.filter(({ name }) => name === 'b'));
  const dry = await removed('prune', '--older', '0h', '--dry-run', '--json');
  expect(dry.map(({ name }) => name).sort()).toEqual(['a', 'c']);
  expect(await numbers(place)).toEqual([1, 3]);
  expect(await removed('prune', '--older', '0h', '--json')).toEqual(dry);
  expect(await removed('prune', '--older', '0h', '--json')).toEqual([]);
});
