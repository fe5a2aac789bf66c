import { describe, expect, test } from 'vitest';
import { diffJson, type DiffJson } from '../../../src/report/diff/diff-json-schema.js';
import { recordDemo, turntable, write } from '../../support/turntable/commands.js';
import type { Ended } from '../../support/processes/program.js';
import { Place } from '../../support/turntable/turntable.js';

async function diff(place: Place, ...words: string[]): Promise<Ended> {
  return turntable(place, ['diff', ...words]);
}

async function differences(place: Place, ...words: string[]): Promise<DiffJson> {
  const { stdout, stderr } = await diff(place, '--json', ...words);
  expect(stderr).toBe('');
  return diffJson.strict().parse(JSON.parse(stdout.toString()));
}

describe('diff', () => {
  test('finds nothing between two recordings of the same, in different folders', async () => {
    const [place, other] = [new Place(), new Place()];
    await recordDemo(place);
    await recordDemo(other);
    const file = write(place, 'other.acp', await other.export());
    const { code, stdout, stderr } = await diff(
      place,
      'demo',
      file,
      '--text',
      '--usage',
      '--violations',
      '--db',
      place.db,
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.toString()).toBe(
      `no differences between demo and ${file.split('/').at(-2) ?? ''}/other\nnot compared: latency\n`,
    );
  });

  test('finds in the demo with a fault the call that is a fault, and no more', async () => {
    const place = new Place();
    await recordDemo(place);
    await recordDemo(place, '--clean');
    const { code, stdout } = await diff(place, '@2', '@last', '--db', place.db);
    expect(code).toBe(1);
    expect(stdout.toString()).toMatch(
      /^--- A {2}demo\n\+\+\+ B {2}demo\n@@ session 1, turn 1 @@\ntool-call: only A has .*\n- frame \d+ .*\n1 difference: 1 tool-call\n/,
    );
    const { differences: found } = await differences(place, '@2', '@last', '--violations', '--db', place.db);
    expect(found.map(({ kind }) => kind)).toEqual(['tool-call', 'violation']);
  });
});
